import type { ReportView } from "@console/contracts";
import { expect, test } from "vitest";
import { isWithinReach } from "./reach.ts";

const reach = { first: "2026-10-16", last: "2026-11-15" };

test.each<[ReportView, boolean]>([
  [{}, true],
  [{ period: "last_90_days" }, false],
  [{ period: "last_month" }, false],
  [{ from: "2026-10-16", to: "2026-11-16" }, true],
  [{ from: "2026-10-15", to: "2026-11-16" }, false],
  [{ from: "2026-11-01", to: "2026-11-17" }, false],
  [{ from: "2026-11-01" }, true],
  [{ to: "2026-11-15" }, true],
  [{ to: "2026-11-14" }, false],
])("%j can be seen: %s", (view, isSeen) => {
  expect(isWithinReach(view, "last_30_days", reach)).toBe(isSeen);
});
