import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callApi } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { parseSearch, stringifySearch } from "../../../lib/search.ts";
import { ClientsPage } from "./clients-page.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const account = {
  ...{ id: "c1", tenantId: "t1", tenantName: "Tookan demo", source: "tookan", kind: "tookan", name: "Bahrain Express" },
  ...{ state: "healthy", problem: null as { kind: string; message: string } | null, failures: 0, intervalMinutes: 5 },
  ...{ lastAttemptAt: null, lastSuccessAt: null, lastLoadedAt: null, lastEventAt: null, nextRunAt: null },
};
const client = {
  ...{ id: "3011", name: "Acme Riffa", phone: "+973 •••• 1010", email: "s•••@example.com", address: "••••" },
  ...{ mappedTenant: null as { id: string; name: string } | null, tasks7Days: 63, tasks30Days: 338, lastTaskAt: null },
  ...{ firstSeenAt: "2026-11-01T08:00:00Z", seenAt: "2026-11-15T08:00:00Z" },
  ...{ isNew: true, isVanished: false, isDuplicate: true },
};
const inputs = (name: string) => vi.mocked(callApi).mock.calls.flatMap((call) => (call[0] === name ? [call[1]] : []));

let accounts = [account];
let clients = [client];
let container: HTMLElement;
let root: Root;
let address: () => string;

beforeEach(() => {
  queryClient.clear();
  accounts = [account];
  clients = [client];
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string) => {
    if (name === "listConnections") return { items: accounts, next: null };
    if (name === "listEntity") return { items: [{ id: "acme", name: "Acme" }], next: null, total: 1 };
    if (name === "listTenants")
      return { items: [{ id: "acme", name: "Acme", source: null, aiq_type: null }], next: null };
    if (name === "listProviderClients") {
      return { items: clients, next: null, asOf: "2026-11-15T08:00:00Z", total: clients.length };
    }
    if (name === "revealProviderClient") {
      return { phone: "+973 3600 1010", email: "shop@example.com", address: "Road 110" };
    }
    return { changed: 1 };
  }) as typeof callApi);
  container = document.body.appendChild(document.createElement("div"));
  root = createRoot(container);
});

afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
});

async function show(query = "") {
  const top = createRootRoute({ component: Outlet });
  const page = createRoute({ getParentRoute: () => top, path: "/", component: ClientsPage });
  const router = createRouter({
    ...{ routeTree: top.addChildren([page]), parseSearch, stringifySearch },
    history: createMemoryHistory({ initialEntries: [`/?${query}`] }),
  });
  address = () => router.state.location.searchStr;
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router as never} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

const says = (text: string) =>
  vi.waitFor(() => act(async () => expect(document.body.textContent).toContain(text)), { timeout: 4000 });
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(
    (one) => one.getAttribute("aria-label") === name || one.textContent === name,
  );
const press = (name: string) => act(async () => button(name)?.click());

test("personal data is masked until one client is revealed, and masked again when it is hidden", async () => {
  await show();
  await says("+973 •••• 1010");
  await press("Reveal the contact of Acme Riffa");
  await says("+973 3600 1010");
  expect(inputs("revealProviderClient")).toEqual([{ tenantId: "t1", connection: "c1", client: "3011" }]);
  await press("Hide the contact of Acme Riffa");
  await says("+973 •••• 1010");
  expect(container.textContent).not.toContain("3600");
});

test("while the provider is away the list says from when it is and why, and nothing is asked of the provider", async () => {
  accounts = [{ ...account, state: "needs_you", problem: { kind: "config", message: "The key was refused." } }];
  await show();
  await says("As of 15 Nov 2026");
  await says("The key was refused.");
  expect(container.textContent).toContain("Acme Riffa");
  expect(button("Sync now")?.disabled).toBe(true);
  expect(document.getElementById(button("Sync now")?.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
    "The key was refused.",
  );
});

test("a client of a tenant's name is mapped to it with one press", async () => {
  await show();
  await says("Map to Acme");
  await press("Map Acme Riffa to Acme");
  expect(inputs("mapProviderClients")).toEqual([
    { tenantId: "t1", connection: "c1", clients: ["3011"], tenant: "acme" },
  ]);
});

test("the mapping of chosen clients is taken back, after it was said whom they leave", async () => {
  clients = [
    { ...client, mappedTenant: { id: "acme", name: "Acme" } },
    { ...client, id: "3022", name: "Pearl" },
  ];
  await show();
  await says("None chosen");
  expect(button("Take mapping back")?.disabled).toBe(true);
  await press("Choose all 2 shown");
  await says("Acme Riffa leaves Acme.");
  await press("Take mapping back");
  expect(inputs("mapProviderClients")).toEqual([
    { tenantId: "t1", connection: "c1", clients: ["3011", "3022"], tenant: null },
  ]);
  await says("None chosen");
});

test("filters stand in the address, and what they leave empty can be shown again", async () => {
  clients = [];
  await show("show=vanished&q=pearl");
  await says("No client matches");
  expect(inputs("listProviderClients")).toEqual([
    { tenantId: "t1", connection: "c1", show: "vanished", search: "pearl" },
  ]);
  await press("Show all");
  await says("No client is known yet");
  expect(address()).toBe("");
});

test("without a delivery account the page says how to connect one", async () => {
  accounts = [];
  await show();
  await says("No delivery account is connected yet");
  await says("Connect an account");
});
