import { ownFormats } from "@console/figures/format";
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
import { DocumentList } from "./document-list.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const at = "2026-11-15T08:00:00.000Z";
const taken = { id: "d1", name: "Lease", type: "Contract", state: "taken", at, rejection: null, hasOlder: false };
const rejected = {
  ...{ id: "r2", name: "Permit", type: null, state: "rejected", at, hasOlder: true },
  rejection: { reason: 'Status "Lost" is not known.', place: "line 4", fileName: "march.csv", run: "run" },
};
const inputs = (name: string) => vi.mocked(callApi).mock.calls.flatMap((call) => (call[0] === name ? [call[1]] : []));

let documents: object[];
let container: HTMLElement;
let root: Root;
let address: () => string;

beforeEach(() => {
  queryClient.clear();
  documents = [taken, rejected];
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string) => {
    if (name === "listSourceDocuments") return { items: documents, next: null };
    if (name === "listDocumentTypes") {
      const items = documents.length > 0 ? [{ type: "Contract", documents: 41, lastName: "Lease", lastAt: at }] : [];
      return { items, rejected: documents.includes(rejected) ? 1 : 0 };
    }
    return {};
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
  const list = () => <DocumentList connection={{ id: "c1", tenantId: "t1" }} formats={ownFormats} />;
  const page = createRoute({ getParentRoute: () => top, path: "/", component: list });
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
const press = (name: string) =>
  act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === name)?.click());

test("each document stands with its state, and a rejected one with the reason, the file and the place in it", async () => {
  await show();
  await says("Lease");
  const rows = [...container.querySelectorAll("table[aria-label=Documents] tbody tr")];
  expect(rows[0]?.textContent).toMatch(/^LeaseContractTaken in/);
  expect(rows[1]?.textContent).toContain(
    'PermitNoneRejectedStatus "Lost" is not known.march.csv, line 4. An older version of it is there.',
  );
  await says("41");
});

test("rejected documents are tried again with one press, and the runs are shown", async () => {
  await show("tab=documents");
  await says("1 document was rejected and not taken in since.");
  await press("Retry failed");
  expect(inputs("replayRejects")).toEqual([{ tenantId: "t1", connection: "c1" }]);
  expect(address()).toBe("?tab=runs");
});

test("state and name stand in the address, and what they leave empty can be shown again", async () => {
  documents = [];
  await show("docs=rejected&find=lease");
  await says("No document has this name and state.");
  expect(inputs("listSourceDocuments")).toEqual([
    { tenantId: "t1", connection: "c1", state: "rejected", search: "lease", limit: 25 },
  ]);
  await press("Show all");
  await says("No document has come through this connection yet.");
  expect(address()).toBe("");
});
