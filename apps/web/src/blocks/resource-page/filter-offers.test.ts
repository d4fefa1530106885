import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { listOffers, restoreFilters, sayFilter, splitFilters, storeFilter } from "./filter-offers.ts";

const field = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  isFilter: true,
  refersTo: null,
  choices: [],
  ...more,
});
const tenant = field("tenant", "text", { refersTo: { entity: "tenants", by: "name", title: "tenantTitle" } });

test("at most two filters stand open: the status first, then choices and names", () => {
  const fields = [field("at", "instant"), field("role", "choice"), tenant, field("status", "choice")];
  const { standing, others } = splitFilters(fields);
  expect(standing.map(({ name }) => name)).toEqual(["status", "role"]);
  expect(others.map(({ name }) => name)).toEqual(["at", "tenant"]);
});

test("a filter says its choices by their labels, a text by what it contains, and a day by its side", () => {
  const states = [
    { value: "a", label: "Active" },
    { value: "p", label: "Paused" },
  ];
  expect(sayFilter(field("status", "choice"), "a,p", states, ownFormats)).toBe("Active, Paused");
  expect(sayFilter(field("name", "text"), "~North%2C%20old", [], ownFormats)).toBe('contains "North, old"');
  expect(sayFilter(field("at", "instant"), "<2026-01-31", [], ownFormats)).toBe("before 31 Jan 2026");
});

test("a saved filter on recent days means the days before the day on which it is used", () => {
  const offersOn = (day: string) => () => [{ value: `>${day}`, label: "In the last 7 days" }];
  const stored = ["at:>2026-11-11", "status:active"].map((filter) => storeFilter(filter, offersOn("2026-11-11")));
  expect(stored).toEqual(["at:@In the last 7 days", "status:active"]);
  expect(restoreFilters(stored, offersOn("2026-12-01"))).toEqual(["at:>2026-12-01", "status:active"]);
  expect(restoreFilters(["at:@Some other day"], offersOn("2026-12-01"))).toEqual([]);
});

test("days are offered from today on, and flags as yes and no", () => {
  expect(listOffers(field("at", "instant")).map(({ label }) => label)).toContain("In the last 7 days");
  expect(listOffers(field("isOpen", "flag")).map(({ value }) => value)).toEqual(["yes", "no"]);
});
