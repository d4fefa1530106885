import type { ConnectionDetail } from "@console/contracts";
import { act } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { ConnectionActions } from "./connection-actions.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

// Loaded when it is asked for; here it should not be waited for.
beforeAll(() => Promise.all([import("./read-again-dialog.tsx"), import("./sync-days.tsx")]));

const screen = createScreen();
const stored = {
  id: "c1",
  tenantId: "t1",
  tenantName: "Acme",
  source: "genesis",
  kind: "rest",
  name: "Tills",
  state: "healthy",
  problem: null,
  running: null,
  version: 1,
  daysRefusal: null,
} as ConnectionDetail;
const message = "The list has 40 rows, 960 of the 1,000 rows here are not in it. Nothing was removed.";
const show = (part: Partial<ConnectionDetail> = {}) =>
  screen.show(<ConnectionActions connection={{ ...stored, ...part }} />);

test("everything is read again only once the connection's name was typed", async () => {
  await show();
  await screen.press("Read all again");
  await screen.says("rows that the source no longer has are removed here");
  expect(document.body.textContent).not.toContain("Fewer rows are right");
  const submit = () => document.querySelector<HTMLButtonElement>("form button[type='submit']");
  expect(submit()?.disabled).toBe(true);
  await screen.type("Type Tills to confirm", "tills");
  expect(submit()?.disabled).toBe(true);
  await screen.type("Type Tills to confirm", "Tills");
  await act(async () => submit()?.click());
  expect(screen.callInputs("startRun")).toEqual([{ tenantId: "t1", connection: "c1", isFull: true }]);
});

test("after a list has shrunk, someone who has looked may say that it is right", async () => {
  await show({ state: "needs_you", problem: { kind: "config", message, isShrunk: true } });
  await screen.press("Read all again");
  await screen.says("Fewer rows are right");
  await act(async () => screen.control("Fewer rows are right").click());
  await screen.type("Type Tills to confirm", "Tills");
  await act(async () => document.querySelector<HTMLButtonElement>("form button[type='submit']")?.click());
  expect(screen.callInputs("startRun")).toEqual([
    { tenantId: "t1", connection: "c1", isFull: true, allowsShrink: true },
  ]);
});

test.each([
  ["sql", null, [true, true, true]],
  ["rest", "Name its parameters.", [true, false, true]],
  ["tookan", null, [true, true, false]],
  ["file", "Files are sent here.", [false, false, false]],
] as const)("a connection of kind %s offers only what it can do", async (kind, daysRefusal, offered) => {
  await show({ kind, daysRefusal });
  expect(["Sync now", "Sync days", "Read all again"].map((name) => screen.button(name) !== undefined)).toEqual(offered);
});

test("days are named with the last one, and asked for with the day after it", async () => {
  await show();
  await screen.press("Sync days");
  await screen.says("Rows of these days are read again.");
  const submit = () =>
    act(async () => document.querySelector<HTMLButtonElement>("form button[type='submit']")?.click());
  await screen.type("From", "2026-11-30");
  await screen.type("To", "2026-11-29");
  await submit();
  await screen.says("The last day, not before the first.");
  expect(screen.callInputs("startRun")).toEqual([]);
  await screen.type("To", "2026-11-30");
  await submit();
  expect(screen.callInputs("startRun")).toEqual([
    { tenantId: "t1", connection: "c1", from: "2026-11-30", to: "2026-12-01" },
  ]);
});
