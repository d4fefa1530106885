import type { HealthCheckView } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { sayAffected, sayUptime, sayWhole } from "./health-words.ts";

const check = (label: string, state: HealthCheckView["state"]) => ({ label, state }) as HealthCheckView;

test("the whole is told by the worst of its parts, and unknown is never well", () => {
  expect(sayWhole({ state: "up", checks: [check("API", "up")] })).toBe("All parts work.");
  expect(sayWhole({ state: "unknown", checks: [check("API", "up"), check("Email", "unknown")] })).toBe(
    "Not checked for too long: Email.",
  );
  expect(sayWhole({ state: "unknown", checks: [check("API", "unknown")] })).toBe("Nothing has been checked yet.");
  expect(sayWhole({ state: "down", checks: [check("Queue", "down"), check("Email", "affected")] })).toBe(
    "Down: Queue.",
  );
});

test("uptime is never rounded up to the whole time", () => {
  expect([1, 0.99996, 0.5, null].map((share) => sayUptime(share, ownFormats))).toEqual([
    "100.0%",
    "99.9%",
    "50.0%",
    "–",
  ]);
});

test("a failure names the reports and the tenants that it touches", () => {
  const reports = [{ id: "delivery", name: "Delivery report" }];
  const tenants = Array.from({ length: 14 }, (_, place) => ({ id: String(place), name: `T${place}` }));
  expect(sayAffected({ summary: "Deliveries stop.", reports, tenants })).toBe(
    "Deliveries stop. Delivery report, 14 tenants.",
  );
  expect(sayAffected({ summary: "Nobody can work.", reports: [], tenants: null })).toBe("Nobody can work.");
});
