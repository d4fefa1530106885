import { expect, test } from "vitest";
import type { Context } from "../../../platform/context.ts";
import { registry } from "../model/registry.ts";
import { resolveFilters } from "./resolve-filters.ts";

/** No member is looked up in these tests, so that they need no database. */
const confined = {
  confined: {
    members: [
      { dimension: "customer", keys: [7] },
      { dimension: "depot", keys: [1, 2] },
    ],
    columns: new Set(),
    shortened: new Set(),
  },
} as unknown as Context;

test("whoever is confined asks within all of the confinement, and in every part of the answer", async () => {
  expect(await resolveFilters(confined, [], registry)).toEqual([
    { dimension: "customer", keys: [7], isExcluded: false, isFixed: true },
    { dimension: "depot", keys: [1, 2], isExcluded: false, isFixed: true },
  ]);
});

test("a filter of the question comes on top of the confinement and takes nothing of it away", async () => {
  const filters = [{ field: "delivery_status", op: "not_in" as const, values: ["Planned"] }];
  const resolved = await resolveFilters(confined, filters, registry);
  expect(resolved.map(({ dimension }) => dimension)).toEqual(["customer", "depot", "delivery_status"]);
  expect(resolved.at(-1)).toEqual({ dimension: "delivery_status", keys: [1], isExcluded: true });
});

test("whoever is not confined asks for what the question says alone", async () => {
  expect(await resolveFilters({} as Context, [], registry)).toEqual([]);
});
