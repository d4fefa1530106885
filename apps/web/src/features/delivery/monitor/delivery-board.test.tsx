import type { ConnectionDetail } from "@console/contracts";
import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../../lib/api.ts";
import { button, createScreen } from "../../../lib/screen-for-tests.tsx";
import { DeliveryBoard } from "./delivery-board.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const connection = { id: "c1", tenantId: "t1", kind: "tookan", lastEventAt: null } as ConnectionDetail;
const makeAgent = (id: string, name: string, isStale: boolean) => ({
  id,
  name,
  status: "available",
  team: "Riffa Hub",
  latitude: 26.2,
  longitude: 50.5,
  isStale,
  locatedAt: minutesAgo(isStale ? 40.5 : 0),
  battery: 80,
  pendingTasks: 2,
});
const board = {
  asOf: minutesAgo(3),
  statuses: [
    { code: 6, label: "Unassigned", group: "Open", count: 2, oldestMinutes: 75, overdue: 1 },
    { code: 2, label: "Successful", group: "Done", count: 220, oldestMinutes: null, overdue: 0 },
  ],
  agents: [makeAgent("a1", "Ali", false), makeAgent("a2", "Bilal", true)],
  teams: [{ id: "7001", name: "Riffa Hub" }],
};
const makeTask = (jobId: string, waited: number) => ({
  jobId,
  type: "Delivery",
  agent: null,
  team: "7001",
  dueAt: minutesAgo(-60),
  since: minutesAgo(waited),
});

let failure: Error | null = null;
const screen = createScreen();
const { says, address, callInputs } = screen;

beforeEach(() => {
  failure = null;
  Object.assign(screen.answers, {
    getTaskBoard: () => {
      if (failure) throw failure;
      return board;
    },
    listBoardTasks: { items: [makeTask("j1", 75), makeTask("j2", 5)], next: null },
    readOutlines: { outlines: [] },
  });
});

const show = (query = "") => screen.show(<DeliveryBoard connection={connection} />, query);

const press = (part: string) =>
  act(async () =>
    [...document.body.querySelectorAll("button")].find((one) => one.textContent?.includes(part))?.click(),
  );

test("a status says how many wait, how long, and how many too long; it opens its tasks and the address follows", async () => {
  await show();
  await says("Unassigned2oldest waiting 1 h 15 min1 overdue");
  await says("no webhook yet, so changes arrive with each sync");
  await press("Unassigned");
  await says("Unassigned tasks");
  await says("1 h 15 min, overdue");
  expect(document.body.textContent?.match(/min, overdue/g)).toHaveLength(1);
  expect(address()).toBe("?status=6");
  await press("Close");
  expect(address()).toBe("");
});

test("an agent who is chosen in the list narrows the board, and a place that is too old is marked", async () => {
  await show("type=1");
  await says("2 agents: 1 available, 1 with a stale location");
  await says("40 min ago");
  await press("Ali");
  await waitFor(() =>
    expect(callInputs("getTaskBoard").at(-1)).toEqual({ tenantId: "t1", connection: "c1", agent: "a1", type: 1 }),
  );
  await press("Show all");
  expect(address()).toBe("");
});

test("what does not exist says so and offers no other try", async () => {
  failure = new ApiError({ kind: "not_found", message: "There is no such connection." });
  await show();
  await says("The board could not be loadedThere is no such connection.");
  expect(button("Retry")).toBeUndefined();
});

test("what cannot be read for the moment says why and offers another try", async () => {
  failure = new ApiError({ kind: "unavailable", message: "The service is restarting." });
  await show();
  await says("The board could not be loadedThe service is restarting.");
  failure = null;
  await press("Retry");
  await says("Unassigned");
});
