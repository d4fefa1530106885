import type { EntityDescription } from "@console/contracts";
import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { fake } from "../../lib/fake-for-tests.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { LinksPage } from "./links-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const field = (name: string, label: string, more: object = {}) => ({
  name,
  label,
  type: "text",
  choices: [],
  help: null,
  isRequired: false,
  isGiven: true,
  isChanged: true,
  shown: "list" as const,
  isSortable: true,
  isFilter: false,
  max: null,
  refersTo: null,
  ...more,
});
const choice = (...values: string[]) => ({ type: "choice", choices: values.map((value) => ({ value, label: value })) });
const readOnly = { isGiven: false, isChanged: false };
const description: EntityDescription = {
  name: "links",
  one: "Link",
  many: "Public links",
  title: "label",
  sort: { by: "label", dir: "asc" },
  fields: [
    field("label", "Label", { isRequired: true }),
    field("tenantId", "Tenant", { refersTo: { entity: "tenants", by: "name", title: "tenantIdTitle" } }),
    field("client", "Client", { isChanged: false }),
    field("kind", "Kind", { ...choice("key", "signed", "counts", "open"), isChanged: false, initial: "key" }),
    field("status", "Status", { ...choice("active", "paused", "expired", "revoked"), ...readOnly, isFilter: true }),
    field("expiresAt", "Expires", { type: "instant", isFilter: true, initial: "2026-12-24T10:00:00.000Z" }),
    field("days", "Days", { type: "count", initial: 31 }),
  ],
  acts: [],
  canCreate: true,
  canChange: true,
  canImport: false,
};
const row = {
  id: "l1",
  version: 1,
  label: "Front desk",
  tenantId: "t1",
  tenantIdTitle: "Acme",
  client: "3011",
  clientName: "Acme Riffa",
  tookanId: "1001",
  kind: "key",
  status: "active",
  fields: [],
  origins: ["https://shop.test"],
  canExport: false,
  expiresAt: "2026-12-24T10:00:00.000Z",
  keyEndsAt: null,
};
const plain = "https://console.test/laiqkan/1001";
const issued = { kid: "kid-2", key: "k3y", address: `${plain}#k=k3y`, earlierEndsAt: null };
const use = {
  address: plain,
  days: [
    { day: "2026-11-14", views: 4, visitors: 2, refused: 1 },
    { day: "2026-11-15", views: 3, visitors: 3, refused: 0 },
  ],
  keys: [
    { kid: "kid-2", createdAt: "2026-11-14T08:00:00Z", endsAt: null, lastUsedAt: null },
    { kid: "kid-1", createdAt: "2026-11-01T08:00:00Z", endsAt: "2026-11-15T08:00:00Z", lastUsedAt: null },
  ],
};
const screen = createScreen();
const { says, press, type, callInputs, control } = screen;

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });
  HTMLElement.prototype.scrollTo = () => {};
  Object.assign(screen.answers, {
    describeEntity: description,
    listEntity: { items: [row], next: null, total: 1 },
    getEntity: row,
    getChoice: { value: null },
    listSettings: { groups: [] },
    createEntity: row,
    issueLinkKey: issued,
    readLinkUse: use,
  });
});

const show = (query = "") => screen.show(<LinksPage />, query);
const codes = () => [...document.querySelectorAll("pre")].map((one) => one.textContent ?? "");

test("a new link begins with what the address says of it, and its key is shown once, with the code for a page", async () => {
  await show("do=new&tenant=t1&client=3011");
  await says("New link");
  expect([control("Client").value, control("Days").value]).toEqual(["3011", "31"]);
  await type("Label", "Front desk");
  await press("Create link");
  await says("This is shown only now.");
  expect(callInputs("createEntity")).toMatchObject([
    { entity: "links", fields: { label: "Front desk", tenantId: "t1", client: "3011", kind: "key" } },
  ]);
  expect(callInputs("issueLinkKey")).toEqual([{ id: "l1", overlapHours: 0 }]);
  expect(codes()).toEqual([issued.address, expect.stringContaining(`src="${issued.address}"`)]);
  await act(async () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  expect(codes()).toHaveLength(2);
  await press("I have copied it");
  await says("Address without its key");
  expect(screen.address()).toBe("?row=l1&tab=address");
  expect(document.body.textContent).not.toContain("k3y");
});

test("a link that is made stays made while its key is refused, and the key is asked for again", async () => {
  screen.answers.issueLinkKey = () => {
    throw new ApiError({ kind: "unavailable", message: "The server did not answer." });
  };
  await show("do=new");
  await says("New link");
  await press("Create link");
  await says("The link is created, but has no key yet. The server did not answer.");
  screen.answers.issueLinkKey = issued;
  await press("Create the key");
  await says("This is shown only now.");
  expect(callInputs("createEntity")).toHaveLength(1);
});

test("a signed link hands over its secret, its key id and the code that signs", async () => {
  screen.answers.createEntity = { ...row, kind: "signed", canExport: true };
  screen.answers.issueLinkKey = { ...issued, address: plain };
  await show("do=new");
  await says("New link");
  await press("Create link");
  await says("The secret of Front desk");
  expect(codes().slice(0, 3)).toEqual(["k3y", "kid-2", plain]);
  expect(codes()[3]).toContain('kid: "kid-2"');
  expect(codes()[4]).toContain("allow-downloads");
});

test("an open address is warned of in the form with its end, and needs no key", async () => {
  screen.answers.createEntity = { ...row, kind: "open" };
  await show("do=new");
  await says("New link");
  await type("Kind", "open");
  await says("Anyone who guesses the number sees this report until 24 Dec 2026");
  await press("Create link");
  await waitFor(() => expect(screen.address()).toContain("row=l1"));
  expect(callInputs("issueLinkKey")).toEqual([]);
});

test("a form that nobody has touched is left without a question", async () => {
  await show("do=new&tenant=t1&client=3011");
  await says("New link");
  await press("Cancel");
  await says("Front desk");
  expect(screen.address()).toBe("");
});

test("a key is rotated with hours for both or at once, and what that means is told before", async () => {
  await show("row=l1&tab=address");
  await says("Address without its key");
  await press("Rotate key");
  await says("Both work for 24 hours, until");
  await type("Overlap (hours)", "721");
  await says("Enter a whole number from 0 to 720.");
  expect(screen.button("Rotate key")).toBeDefined();
  await type("Overlap (hours)", "0");
  await says("The key before ends at once.");
  await press("Rotate at once");
  await says("This is shown only now.");
  expect(callInputs("issueLinkKey")).toEqual([{ id: "l1", overlapHours: 0 }]);
});

test("the preview opens in a tab that was opened with the press, and is a link where browsers refuse that", async () => {
  screen.answers.previewLink = { address: `${plain}#p=x` };
  const tab = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() };
  const open = vi.spyOn(window, "open").mockReturnValueOnce(fake<Window>(tab));
  await show("row=l1&tab=address");
  await says("Preview as visitor");
  await press("Preview as visitor");
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(`${plain}#p=x`));
  expect([open.mock.calls[0], tab.opener]).toEqual([["", "_blank"], null]);
  open.mockReturnValueOnce(null);
  await press("Preview as visitor");
  await says("Open the preview.");
  expect(document.querySelector(`a[href="${plain}#p=x"]`)?.getAttribute("rel")).toBe("noreferrer");
  open.mockRestore();
});

test("the use tells views, visitors and who was turned away by day, and the keys", async () => {
  await show("row=l1&tab=use");
  await says("7 views in the last 30 days.");
  await says("Refused at the address of its client: 1 time.");
  await says("kid-1");
  await says("never used");
});

test("a link that nobody has opened and that has no key says so", async () => {
  screen.answers.readLinkUse = { ...use, days: [], keys: [] };
  await show("row=l1&tab=use");
  await says("Nobody has opened it in the last 30 days.");
  await says("It has no key yet, so nobody can open it.");
});

test("what expires soon is one press away, and days ahead are offered as a filter", async () => {
  await show();
  await says("Front desk");
  await press("Expiring in 7 days");
  expect(callInputs("listEntity").at(-1)).toMatchObject({
    filter: ["status:active", expect.stringMatching(/^expiresAt:<\d{4}-\d\d-\d\d$/)],
    sort: "expiresAt",
  });
  await says("Expires: Up to 7 days from now");
});

test("while all embedded reports are closed the page says that what was revoked stays revoked", async () => {
  screen.answers.listSettings = { groups: [{ settings: [{ name: "embed.isClosed", value: true }] }] };
  await show();
  await says("All embedded reports are closed");
  await says("stay revoked");
});

test("while embedded reports are served, nothing is said of that", async () => {
  screen.answers.listSettings = { groups: [{ settings: [{ name: "embed.isClosed", value: false }] }] };
  await show();
  await says("Front desk");
  expect(document.body.textContent).not.toContain("are closed");
});

test("the code that signs names the newest secret", async () => {
  screen.answers.getEntity = { ...row, kind: "signed" };
  await show("row=l1&tab=address");
  await says("Code that signs");
  expect(codes()[1]).toContain('kid: "kid-2"');
});
