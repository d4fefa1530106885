import { expect, test } from "vitest";
import { registry } from "../model/registry.ts";
import { availableRangeFor } from "./available-range.ts";

const state = (fact: string, ingestedAt: string, firstDay: string | null = "2026-03-01") => ({
  fact,
  ingestedAt,
  firstDay,
  lastDay: firstDay && "2026-03-17",
});
const now = new Date("2026-03-18T12:00:00Z");
const [old, fresh] = ["2026-03-17T11:59:00Z", "2026-03-18T11:00:00Z"];

test.each([
  ["the oldest of its tables", [state("stock_movements", fresh), state("order_lines", old)], old, true],
  ["no older than a day", [state("stock_movements", "2026-03-17T12:00:00Z")], "2026-03-17T12:00:00Z", false],
  ["not its master data", [state("stock_movements", fresh), state("stock_items", old)], fresh, false],
  ["its master data where it has nothing else", [state("stock_items", old)], old, true],
  ["no table without facts", [state("stock_movements", fresh), state("order_lines", old, null)], fresh, false],
  ["nothing where nothing came in", [], null, false],
])("a domain is as fresh as %s", (_, states, ingestedAt, isLate) => {
  expect(availableRangeFor("warehouse", states, registry, now)).toMatchObject({ ingestedAt, isLate });
});
