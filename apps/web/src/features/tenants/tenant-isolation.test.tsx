import { expect, test, vi } from "vitest";
import { ApiError } from "../../lib/api.ts";
import { createScreen } from "../../lib/screen-for-tests.tsx";
import { TenantIsolation } from "./tenant-isolation.tsx";

vi.mock("../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const makeProbe = (name: string, outcome: string, kind = "endpoint") => ({
  kind,
  name,
  outcome,
  calls: 2,
  control: "Its rows",
  seen: "Nothing",
});

test("the doors of a tenant are tried when asked, and those that let an outsider in come first", async () => {
  screen.answers.testIsolation = {
    probes: [
      makeProbe("users", "untested", "table"),
      makeProbe("GET /api/users", "passed"),
      makeProbe("GET /api/reports", "failed"),
    ],
    ids: 31,
    at: "2026-03-18T12:00:00Z",
  };
  await screen.show(<TenantIsolation tenantId="gulf-foods" />);
  expect(screen.callInputs("testIsolation")).toEqual([]);
  await screen.press("Test isolation");
  await screen.says(
    "One endpoint lets an outsider in. 1 of 3 endpoints hold, 1 could not be tested. Tried with 31 ids",
  );
  expect(screen.callInputs("testIsolation")).toEqual([{ tenantId: "gulf-foods" }]);
  expect(screen.cells().map(([outcome, door]) => [outcome, door])).toEqual([
    ["Fail", "GET /api/reports"],
    ["Pass", "GET /api/users"],
    ["Not tested", "Table users"],
  ]);
  expect(screen.button("Test again")).toBeDefined();
});

test("a test that could not be run is told with the id of its request", async () => {
  screen.answers.testIsolation = () => {
    throw new ApiError({ kind: "unexpected", message: "It failed.", requestId: "req-1" });
  };
  await screen.show(<TenantIsolation tenantId="gulf-foods" />);
  await screen.press("Test isolation");
  await screen.says("The test could not be run. It failed. Request ID: req-1");
});
