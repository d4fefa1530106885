import { expect, test, vi } from "vitest";
import { ApiError, callApi } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { PlatformCharts } from "./platform-charts.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const { says } = screen;
const days = ["2026-11-16", "2026-11-17", "2026-11-18"];
const growth = {
  timeZone: "Asia/Bahrain",
  days: days.map((day, place) => ({ day, tenants: place + 1, users: 10 * (place + 1), requests: 0 })),
};

/** What each route answers: an error is what it fails with. */
function answer(answers: Record<string, object>) {
  vi.mocked(callApi).mockImplementation((async (name: string) => {
    const found = answers[name];
    if (!found || found instanceof Error) throw found ?? new Error(`Nobody answers ${name}.`);
    return found;
  }) as typeof callApi);
}

test("records are asked for by the days of the growth, and a day without any stays on the axis", async () => {
  const volumes = { days: [{ day: "2026-11-17", fact: "sale_lines", rows: 5, tenants: 1 }] };
  answer({ listGrowth: growth, listVolumes: volumes });
  await screen.show(<PlatformCharts />);
  await says("Records by the days of each tenant; everything else by days in Asia/Bahrain.");
  expect(vi.mocked(callApi)).toHaveBeenCalledWith(
    "listVolumes",
    { from: "2026-11-16", to: "2026-11-19" },
    expect.anything(),
  );
  await says("Sales lines");
});

test("records that cannot be loaded leave the other charts as they are", async () => {
  const failure = new ApiError({ kind: "unexpected", message: "It failed.", requestId: "req-1" });
  answer({ listGrowth: growth, listVolumes: failure });
  await screen.show(<PlatformCharts />);
  await says("The chart of records could not be loaded");
  await says("Access requests");
});
