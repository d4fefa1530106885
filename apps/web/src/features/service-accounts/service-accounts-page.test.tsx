import type { EntityDescription } from "@console/contracts";
import { act } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { ServiceAccountsPage } from "./service-accounts-page.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));
vi.mock("../../lib/save-blob.ts", () => ({ saveBlob: vi.fn() }));

const plain = {
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
};
const description: EntityDescription = {
  name: "service-accounts",
  one: "Service account",
  many: "Service accounts",
  title: "name",
  sort: { by: "name", dir: "asc" },
  fields: [
    { ...plain, name: "name", label: "Name", isRequired: true },
    {
      ...plain,
      name: "rights",
      label: "Permissions",
      type: "choices",
      choices: [{ value: "read", label: "Look up accounts" }],
    },
    { ...plain, name: "status", label: "Status", isGiven: false, isChanged: false },
  ],
  acts: [],
  canCreate: true,
  canChange: true,
  canImport: false,
};
const row = { id: "portal-1a2b", version: 1, name: "Portal", rights: ["read"], status: "active" };
const issued = { kid: "kid-2", fileName: "portal-1a2b.json", file: '{"private_key":"s3cret"}\n', earlierEndsAt: null };
const keys = {
  address: "https://console.test",
  projectId: "console",
  keys: [
    { kid: "kid-2", createdAt: "2026-11-14T08:00:00Z", endsAt: null, lastUsedAt: "2026-11-14T09:00:00Z" },
    { kid: "kid-1", createdAt: "2020-11-01T08:00:00Z", endsAt: "2020-11-15T08:00:00Z", lastUsedAt: null },
  ],
};
const screen = createScreen();
const { says, press, type, callInputs, control } = screen;

beforeEach(() => {
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 600 });
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 900 });
  HTMLElement.prototype.scrollTo = () => {};
  vi.mocked(saveBlob).mockReset();
  Object.assign(screen.answers, {
    describeEntity: description,
    listEntity: { items: [row], next: null, total: 1 },
    getEntity: row,
    getChoice: { value: null },
    createEntity: row,
    issueServiceKey: issued,
    listServiceKeys: keys,
  });
});

const show = (query = "") => screen.show(<ServiceAccountsPage />, query);
const codes = () => [...document.querySelectorAll("pre")].map((one) => one.textContent ?? "");

test("a new service account gets its key at once, which is saved as a file, shown once and then gone", async () => {
  await show("do=new");
  await says("New service account");
  await type("Name", "Portal");
  await act(async () => control("Look up accounts").click());
  await press("Create service account");
  await says("This is shown only now. Save it before you close");
  expect(callInputs("createEntity")).toEqual([
    { entity: "service-accounts", fields: { name: "Portal", rights: ["read"] } },
  ]);
  expect(callInputs("issueServiceKey")).toEqual([{ id: "portal-1a2b", overlapHours: 0 }]);
  expect(codes()).toEqual([issued.file]);
  await press("Download key file");
  const [blob, name] = vi.mocked(saveBlob).mock.calls[0] ?? [];
  expect([await blob?.text(), blob?.type, name]).toEqual([issued.file, "application/json", "portal-1a2b.json"]);
  await act(async () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
  expect(codes()).toEqual([issued.file]);
  await press("I have saved it");
  await says("How to connect");
  expect(screen.address()).toBe("?row=portal-1a2b&tab=connect");
  expect(document.body.textContent).not.toContain("s3cret");
});

test("a service account that is made stays made while its key is refused, and the key is asked for again", async () => {
  screen.answers.issueServiceKey = () => {
    throw new ApiError({ kind: "unavailable", message: "The server did not answer." });
  };
  await show("do=new");
  await says("New service account");
  await type("Name", "Portal");
  await press("Create service account");
  await says("The service account is created, but has no key yet. The server did not answer.");
  screen.answers.issueServiceKey = issued;
  await press("Create the key");
  await says("This is shown only now.");
  expect(callInputs("createEntity")).toHaveLength(1);
});

test("a form that is left makes neither a service account nor a key", async () => {
  await show("do=new");
  await says("New service account");
  await press("Cancel");
  await says("Portal");
  expect([screen.address(), callInputs("createEntity"), callInputs("issueServiceKey")]).toEqual(["", [], []]);
});

test("the tab tells the keys, the code with the console's address, and what no service account can do", async () => {
  await show("row=portal-1a2b&tab=connect");
  await says("How to connect");
  const items = [...document.querySelectorAll("li")].map((one) => one.textContent ?? "");
  expect(items).toEqual([
    expect.stringMatching(/^kid-2In useCreated .*14 Nov.* · last used .*14 Nov/),
    expect.stringMatching(/^kid-1Ended .*15 Nov.*Created .*1 Nov.* · never used$/),
  ]);
  expect(codes()).toEqual([
    expect.stringContaining("export function connect("),
    expect.stringContaining('connect("https://console.test", "key.json")'),
  ]);
  await says("can never set the password or address of a console user");
  expect(document.body.textContent).not.toContain("its programs are refused.");
  expect(document.body.textContent).not.toContain("It has no permissions yet.");
});

test("a rotated key is shown once, with the end of the one before, and what programs lose is told first", async () => {
  screen.answers.issueServiceKey = { ...issued, earlierEndsAt: "2026-11-18T08:00:00Z" };
  await show("row=portal-1a2b&tab=connect");
  await says("How to connect");
  await press("Rotate key");
  await says("Both work for 24 hours, until");
  await type("Overlap (hours)", "0");
  await says("Programs that use it are refused until they have the new one.");
  await type("Overlap (hours)", "24");
  const submits = [...document.querySelectorAll<HTMLButtonElement>("[role=dialog] button[type=submit]")];
  await act(async () => submits[0]?.click());
  await says("The key before it works until");
  expect(callInputs("issueServiceKey")).toEqual([{ id: "portal-1a2b", overlapHours: 24 }]);
  expect(codes()).toContain(issued.file);
  await press("I have saved it");
  expect(document.body.textContent).not.toContain("s3cret");
});

test("without a key the first one can be made, and no hours are asked for", async () => {
  screen.answers.listServiceKeys = { ...keys, keys: [] };
  await show("row=portal-1a2b&tab=connect");
  await says("It has no key yet, so no program can connect.");
  await press("Create the first key");
  await press("Create the key");
  await says("This is shown only now.");
  expect(callInputs("issueServiceKey")).toEqual([{ id: "portal-1a2b", overlapHours: 0 }]);
});

test.each([
  [{ rights: [] }, "It has no permissions yet.", true],
  [{ status: "paused" }, "It is paused: its programs are refused.", true],
  [{ status: "revoked" }, "It is revoked: its programs are refused.", false],
])("one with %o says so, and only a revoked one gets no other key", async (part, words, isRotated) => {
  screen.answers.getEntity = { ...row, ...part };
  await show("row=portal-1a2b&tab=connect");
  await says(words);
  expect(screen.button("Rotate key") !== undefined).toBe(isRotated);
});

test("keys that cannot be read say so and can be asked for again", async () => {
  screen.answers.listServiceKeys = () => {
    throw new ApiError({ kind: "unexpected", message: "The server did not answer.", requestId: "r1" });
  };
  await show("row=portal-1a2b&tab=connect");
  await says("The keys could not be loaded");
  screen.answers.listServiceKeys = keys;
  await press("Retry");
  await says("How to connect");
});
