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

const listLinks = () => [...document.querySelectorAll("a")].map((link) => link.getAttribute("href"));

test("a source opens with its state, how fresh it is and its last runs", async () => {
  changeAuth({ role: "viewer", tenant });
  const rows = {
    read: 1200,
    total: 1200,
    written: 7,
    replaced: 3,
    unchanged: 1188,
    duplicates: 0,
    deleted: 0,
    rejected: 2,
    leftOut: 0,
  };
  const run = {
    id: "r1",
    cause: "schedule",
    state: "done",
    rows,
    isUndone: false,
    problem: null,
    fileName: null,
    askedAt: "2026-11-15T10:00:00.000Z",
    startedAt: "2026-11-15T10:00:00.000Z",
    endedAt: "2026-11-15T10:00:42.000Z",
  };
  screen.answers.getOwnConnection = { ...connection, rowsToday: 10, runs: [run] };
  await screen.show(<OwnSources />, "connection=c1");
  await screen.says("Tills");
  await screen.says("The source answers 503. It is retried automatically.");
  await screen.says("Rows in 24 hours10");
  await screen.says("Done");
  await screen.says("1,200");
  expect(screen.callInputs("getOwnConnection")).toEqual([{ connection: "c1" }]);
  expect(listLinks()).toEqual(["/"]);
  expect(document.querySelectorAll("button, input")).toHaveLength(0);
});

test("a source that has not been read yet says so", async () => {
  screen.answers.getOwnConnection = { ...connection, problem: null, rowsToday: 0, runs: [] };
  await screen.show(<OwnSources />, "connection=c1");
  await screen.says("Nothing has been read yet.");
});

test("those who may not import read how the own sources are, and can open each", async () => {
  changeAuth({ role: "viewer", tenant });
  screen.answers.listOwnConnections = { items: [{ ...connection, id: "c2", kind: "file" }, connection] };
  await screen.show(<OwnSources />);
  await screen.says("Tills");
  await screen.says("Failing");
  await screen.says("Branches and sales · REST API");
  await screen.says("The source answers 503. It is retried automatically.");
  expect(listLinks()).toEqual(["/?connection=c2", "/?connection=c1"]);
  expect(document.querySelectorAll("button")).toHaveLength(0);
});

test("a manager finds the import of a file, also into one of the connections for files", async () => {
  changeAuth({ role: "manager", tenant });
  screen.answers.listOwnConnections = { items: [{ ...connection, id: "c2", kind: "file" }, connection] };
  await screen.show(<OwnSources />);
  await screen.says("Tills");
  expect(listLinks()).toEqual([
    "/tenant/sources?do=import",
    "/?connection=c2",
    "/tenant/sources?do=import&source=genesis&connection=c2",
    "/?connection=c1",
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
