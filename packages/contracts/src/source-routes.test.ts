import { expect, test } from "vitest";
import { listRuns } from "./source-routes.ts";

test("runs are asked for by a range of days that holds at least one", () => {
  const problems = (days: object) =>
    listRuns.input
      .safeParse({ tenantId: "t", connection: "c", ...days })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(problems({ from: "2026-03-10", to: "2026-03-11" })).toBeUndefined();
  expect(problems({ from: "2026-03-10" })).toBeUndefined();
  for (const to of ["2026-03-10", "2026-03-02"]) {
    expect(problems({ from: "2026-03-10", to })).toEqual([["to", expect.stringContaining("later than")]]);
  }
});
