import type { ConnectionDetail } from "@console/contracts";
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
import { ApiError, callApi } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { parseSearch, stringifySearch } from "../../../lib/search.ts";
import { DeliveryBoard } from "./delivery-board.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const connection = { id: "c1", tenantId: "t1", kind: "tookan", lastEventAt: null } as ConnectionDetail;
const agentOf = (id: string, name: string, isStale: boolean) => ({
  ...{ id, name, status: "available", team: "Riffa Hub", latitude: 26.2, longitude: 50.5, isStale },
  ...{ locatedAt: minutesAgo(isStale ? 40.5 : 0), battery: 80, pendingTasks: 2 },
});
const board = {
  asOf: minutesAgo(3),
  statuses: [
    { code: 6, label: "Unassigned", group: "Open", count: 2, oldestMinutes: 75, overdue: 1 },
    { code: 2, label: "Successful", group: "Done", count: 220, oldestMinutes: null, overdue: 0 },
  ],
  agents: [agentOf("a1", "Ali", false), agentOf("a2", "Bilal", true)],
  teams: [{ id: "7001", name: "Riffa Hub" }],
};
const taskOf = (jobId: string, waited: number) => ({
  ...{ jobId, type: "Delivery", agent: null, team: "7001", dueAt: minutesAgo(-60), since: minutesAgo(waited) },
});

let container: HTMLElement;
let root: Root;
let address: () => string;
let failure: Error | null = null;

beforeEach(() => {
  queryClient.clear();
  failure = null;
  vi.mocked(callApi).mockReset();
  vi.mocked(callApi).mockImplementation((async (name: string) => {
    if (name === "getTaskBoard" && failure) throw failure;
    if (name === "getTaskBoard") return board;
    if (name === "listBoardTasks") return { items: [taskOf("j1", 75), taskOf("j2", 5)], next: null };
    return { outlines: [] };
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
  const page = createRoute({
    ...{ getParentRoute: () => top, path: "/" },
    component: () => <DeliveryBoard connection={connection} />,
  });
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
  vi.waitFor(() => act(async () => expect(container.textContent).toContain(text)), { timeout: 4000 });
const press = (part: string) =>
  act(async () => [...container.querySelectorAll("button")].find((one) => one.textContent?.includes(part))?.click());
const inputs = (name: string) => vi.mocked(callApi).mock.calls.flatMap((call) => (call[0] === name ? [call[1]] : []));

test("a status says how many wait, how long, and how many too long; it opens its tasks and the address follows", async () => {
  await show();
  await says("Unassigned2oldest waits 1 h 15 min1 overdue");
  await says("no webhook yet, so changes come with each sync");
  await press("Unassigned");
  await says("Unassigned tasks");
  await says("1 h 15 min, overdue");
  expect(container.textContent?.match(/min, overdue/g)).toHaveLength(1);
  expect(address()).toBe("?status=6");
  await press("Close");
  expect(address()).toBe("");
});

test("an agent who is chosen in the list narrows the board, and a place that is too old is marked", async () => {
  await show("type=1");
  await says("2 agents: 1 available, 1 with an old place");
  await says("40 min ago");
  await press("Ali");
  await vi.waitFor(() =>
    expect(inputs("getTaskBoard").at(-1)).toEqual({ tenantId: "t1", connection: "c1", agent: "a1", type: 1 }),
  );
  await press("Show all");
  expect(address()).toBe("");
});

test("what cannot be read says why and offers another try", async () => {
  failure = new ApiError({ kind: "not_found", message: "There is no such connection." });
  await show();
  await says("The board could not be readThere is no such connection.");
  failure = null;
  await press("Retry");
  await says("Unassigned");
});
