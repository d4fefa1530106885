import { expect, test, vi } from "vitest";
import { changeAuth } from "../../../lib/auth/auth-state.ts";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { OwnSources } from "./own-sources.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.mock("../../../lib/live-events.ts", () => ({ useLiveTopic: () => {} }));

const screen = createScreen();
const tenant = { id: "t1", name: "Acme", aiq_type: "Genesis", source: null };
const connection = {
  id: "c1",
  tenantId: "t1",
  tenantName: "Acme",
  source: "genesis",
  kind: "rest",
  name: "Tills",
  state: "failing",
  problem: { kind: "passing", message: "The source answers 503.", isShrunk: false },
  failures: 3,
  intervalMinutes: 60,
  lastAttemptAt: null,
  lastSuccessAt: null,
  lastLoadedAt: null,
  lastEventAt: null,
  nextRunAt: null,
};

test("those who may not import read how the own sources are, and can open none of them", async () => {
  changeAuth({ role: "viewer", tenant });
  screen.answers.listOwnConnections = { items: [{ ...connection, id: "c2", kind: "file" }, connection] };
  await screen.show(<OwnSources />);
  await screen.says("Tills");
  await screen.says("Failing");
  await screen.says("Branches and sales · REST API");
  await screen.says("The source answers 503. It is tried again by itself.");
  expect(document.querySelectorAll("a, button")).toHaveLength(0);
});

test("a manager finds the import of a file, also into one of the connections for files", async () => {
  changeAuth({ role: "manager", tenant });
  screen.answers.listOwnConnections = { items: [{ ...connection, id: "c2", kind: "file" }, connection] };
  await screen.show(<OwnSources />);
  await screen.says("Tills");
  expect([...document.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
    "/tenant/sources?do=import",
    "/tenant/sources?do=import&source=genesis&connection=c2",
  ]);
});

test("the address of an import opens nothing to those who may not", async () => {
  changeAuth({ role: "viewer", tenant });
  await screen.show(<OwnSources />, "do=import");
  await screen.says("You cannot import files");
  expect(document.querySelector("input")).toBeNull();
});

test("without a source it is said who can connect one", async () => {
  screen.answers.listOwnConnections = { items: [] };
  await screen.show(<OwnSources />);
  await screen.says("No source is connected yet");
});
