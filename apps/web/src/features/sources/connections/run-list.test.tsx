import type { SourceRun } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { expect, test, vi } from "vitest";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { readRunFilters } from "./run-filters.tsx";
import { RunList } from "./run-list.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const run: SourceRun = {
  id: "r1",
  connection: "c1",
  cause: "manual",
  state: "done",
  note: null,
  notes: [],
  isUndone: false,
  replacedBy: null,
  attempt: 1,
  problem: null,
  rows: {
    read: 40,
    written: 12,
    replaced: 0,
    unchanged: 28,
    duplicates: 0,
    deleted: 3,
    rejected: 0,
    leftOut: 0,
    total: null,
  },
  fileName: null,
  files: [],
  replaces: [],
  range: null,
  isFull: true,
  askedBy: null,
  askedAt: "2026-11-15T10:00:00.000Z",
  startedAt: "2026-11-15T10:00:00.000Z",
  endedAt: "2026-11-15T10:00:12.000Z",
  secondsLeft: null,
};

test("a run shows what it removed apart from what it wrote, and that it read everything", async () => {
  screen.answers.listRuns = { items: [run], next: null, usual: null };
  await screen.show(
    <RunList connection={{ id: "c1", tenantId: "t1", kind: "rest" }} formats={{ ...ownFormats, timeZone: "UTC" }} />,
  );
  await screen.says("3 removed");
  expect(screen.cells()).toEqual([
    ["15 Nov 2026, 10:00", "By handAll again", "Done", "40", "123 removed", "28", "0", "0", "12 s", "Undo"],
  ]);
});

test("a load whose place another has taken says which, and is not called undone", async () => {
  const replacedBy = { run: "r2", connection: "c1", fileName: "march.csv", loadedAt: "2026-11-16T09:30:00.000Z" };
  screen.answers.listRuns = { items: [{ ...run, cause: "import", replacedBy }], next: null, usual: null };
  await screen.show(
    <RunList connection={{ id: "c1", tenantId: "t1", kind: "file" }} formats={{ ...ownFormats, timeZone: "UTC" }} />,
  );
  await screen.says("Replaced by march.csv, 16 Nov 2026, 09:30");
  expect(document.body.textContent).not.toContain("Undone");
  expect(screen.cells()[0]?.at(-1)).toBe("");
});

test("a run of some days names the first and the last of them", async () => {
  const range = { from: "2026-11-01", to: "2026-11-15" };
  screen.answers.listRuns = { items: [{ ...run, cause: "range", isFull: false, range }], next: null, usual: null };
  await screen.show(
    <RunList connection={{ id: "c1", tenantId: "t1", kind: "rest" }} formats={{ ...ownFormats, timeZone: "UTC" }} />,
  );
  await screen.says("1 Nov 2026 – 14 Nov 2026");
});

test.each([
  [
    { runFrom: "2026-11-01", runTo: "2026-11-30" },
    { from: "2026-11-01", to: "2026-12-01" },
  ],
  [{ runTo: "2026-02-31" }, { to: "2026-02-31" }],
  [{ runTo: "2026-13-01" }, { to: "2026-13-01" }],
  [{ runFrom: "0002-11-01", runTo: "0020-11-01" }, {}],
])("the address %o names the last day, and asks for runs by %o", (address, asked) => {
  expect(readRunFilters(address)).toEqual(asked);
});
