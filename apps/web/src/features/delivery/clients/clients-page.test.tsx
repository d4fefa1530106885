import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { ClientsPage } from "./clients-page.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const account = {
  id: "c1",
  tenantId: "t1",
  tenantName: "Tookan demo",
  source: "tookan",
  kind: "tookan",
  name: "Bahrain Express",
  state: "healthy",
  problem: null as { kind: string; message: string } | null,
  failures: 0,
  intervalMinutes: 5,
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastLoadedAt: null,
  lastEventAt: null,
  nextRunAt: null,
};
const client = {
  id: "3011",
  name: "Acme Riffa",
  phone: "+973 •••• 1010",
  email: "s•••@example.com",
  address: "••••",
  mappedTenant: null as { id: string; name: string } | null,
  tasks7Days: 63,
  tasks30Days: 338,
  lastTaskAt: null,
  firstSeenAt: "2026-11-01T08:00:00Z",
  seenAt: "2026-11-15T08:00:00Z",
  isNew: true,
  isVanished: false,
  isDuplicate: true,
  publicLinks: null as { tookanId: string; active: number; views30Days: number; lastUsedAt: string | null } | null,
};

let accounts = [account];
let clients = [client];
const screen = createScreen();
const { says, address, button, press, callInputs } = screen;

beforeEach(() => {
  accounts = [account];
  clients = [client];
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 1200 });
  HTMLElement.prototype.scrollTo = () => {};
  Object.assign(screen.answers, {
    getChoice: { value: null },
    listClientHistory: { items: [], next: null },
    listEntity: { items: [], next: null, total: 0 },
    listConnections: () => ({ items: accounts, next: null }),
    listTenants: { items: [{ id: "acme", name: "Acme", source: null, aiq_type: null }], next: null },
    listProviderClients: () => ({ items: clients, next: null, asOf: "2026-11-15T08:00:00Z", total: clients.length }),
    revealProviderClient: { phone: "+973 3600 1010", email: "shop@example.com", address: "Road 110" },
    mapProviderClients: { changed: 1 },
  });
});

const show = (query = "") => screen.show(<ClientsPage />, query);

test("the clients stand in the one table, and a row opens the client", async () => {
  await show();
  await says("+973 •••• 1010");
  await says("New, Shares a phone");
  await act(async () => {
    const cells = [...document.querySelectorAll<HTMLElement>("[role=gridcell]")];
    cells.find(({ textContent }) => textContent === "3011")?.click();
  });
  expect(address()).toBe("?row=3011");
  await says("nobody has viewed its contact details");
});

test("personal data is masked until one client is revealed, and masked again when it is hidden", async () => {
  await show("row=3011");
  await says("+973 •••• 1010");
  await press("Reveal the contact of Acme Riffa");
  await says("+973 3600 1010");
  expect(callInputs("revealProviderClient")).toEqual([{ tenantId: "t1", connection: "c1", client: "3011" }]);
  await press("Hide the contact of Acme Riffa");
  await says("+973 •••• 1010");
  expect(document.body.textContent).not.toContain("3600");
});

test("while the provider is away the list says from when it is and why, and nothing is asked of the provider", async () => {
  accounts = [{ ...account, state: "needs_you", problem: { kind: "config", message: "The key was refused." } }];
  await show();
  await says("As of 15 Nov 2026");
  await says("The key was refused.");
  expect(document.body.textContent).toContain("Acme Riffa");
  expect(button("Sync now")?.disabled).toBe(true);
  expect(document.getElementById(button("Sync now")?.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
    "The key was refused.",
  );
});

test("a client of a tenant's name is mapped to it with one press", async () => {
  await show("row=3011");
  await says("Map to Acme");
  await press("Map to Acme");
  expect(callInputs("mapProviderClients")).toEqual([
    { tenantId: "t1", connection: "c1", clients: ["3011"], tenant: "acme" },
  ]);
});

test("the mapping of chosen clients is taken back, after it was said whom they leave", async () => {
  clients = [
    { ...client, mappedTenant: { id: "acme", name: "Acme" } },
    { ...client, id: "3022", name: "Pearl" },
  ];
  await show();
  await says("Pearl");
  expect(button("Remove mapping")).toBeUndefined();
  await act(async () => {
    for (const box of document.querySelectorAll<HTMLElement>("[role=row] [data-check] input")) box.click();
  });
  await says("Acme Riffa leaves Acme.");
  await press("Remove mapping");
  expect(callInputs("mapProviderClients")).toEqual([
    { tenantId: "t1", connection: "c1", clients: ["3011", "3022"], tenant: null },
  ]);
  await waitFor(() => expect(button("Remove mapping")).toBeUndefined());
});

test("filters stand in the address, and what they leave empty can be shown again", async () => {
  clients = [];
  await show("show=vanished&q=pearl");
  await says("No clients match");
  expect(callInputs("listProviderClients")).toEqual([
    { tenantId: "t1", connection: "c1", show: "vanished", search: "pearl" },
  ]);
  await press("Clear filters");
  await says("No clients yet");
  expect(address()).toBe("");
});

test("a client says whether its report is public, and leads to its links and to a new one", async () => {
  const publicLinks = { tookanId: "3022", active: 2, views30Days: 14, lastUsedAt: null };
  clients = [client, { ...client, id: "3022", name: "Pearl", publicLinks }];
  await show();
  await says("2 active");
  const place = (name: string) => document.querySelector(`a[aria-label="${name}"]`)?.getAttribute("href");
  await show("row=3011");
  await says("New link");
  expect(place("New link for Acme Riffa")).toBe("/admin/links?do=new&tenant=t1&client=3011");
  expect(place("Show links of Acme Riffa")).toBeUndefined();
  await show("row=3022");
  await says("Public 2 links");
  await says("14 views in 30 days, never viewed");
  expect(place("Show links of Pearl")).toBe("/admin/links?filter=tookanId%3A3022");
});

test("links that are all closed are not called public", async () => {
  clients = [{ ...client, publicLinks: { tookanId: "3011", active: 0, views30Days: 1, lastUsedAt: null } }];
  await show();
  await says("None active");
  expect(document.body.textContent).not.toContain("Public 0");
});

test("without a delivery account the page says how to connect one", async () => {
  accounts = [];
  await show();
  await says("No delivery account is connected yet");
  await says("Connect an account");
});
