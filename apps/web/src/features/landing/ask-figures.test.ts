import { addDays } from "@console/figures/calendar";
import { expect, test } from "vitest";
import { askDays, askFigures } from "./ask-figures.ts";
import { reportsFor } from "./domain-reports.ts";

const today = "2026-11-15";
const queriesFor = (source: string) => reportsFor(source).flatMap((report) => askFigures(report, today));

test("figures of the same days are asked for together, against the days before", () => {
  expect(queriesFor("Tookan").map(({ query }) => query)).toEqual([
    {
      metrics: ["delivery_count", "on_time_rate", "failed_delivery_rate", "p50_delivery_minutes"],
      time: { from: "2026-10-17", to: "2026-11-16", unit: "day" },
      compare: { type: "previous_period" },
      grain: "day",
    },
  ]);
});

test("what stands now is asked for as of today, and what expires over the days that come", () => {
  const queries = queriesFor("Docman").map(({ query }) => query);
  expect(queries.map(({ metrics }) => metrics)).toEqual([
    ["document_count", "p50_approval_hours"],
    ["pending_approval_count"],
    ["expiring_document_count"],
  ]);
  expect(queries[1]).toMatchObject({ time: { asOf: today }, compare: { type: "asOf", asOf: "2026-10-16" } });
  expect(queries[2]?.time).toEqual({ from: today, to: "2026-12-15" });
});

test("a page of any source asks about every domain, in order", () => {
  expect(reportsFor(null).map(({ id }) => id)).toEqual(["delivery", "warehouse", "sales", "documents", "ledger"]);
});

test("the chart asks for each day, across the change of a year", () => {
  const [report] = reportsFor("Warehouse");
  expect(report && askDays(report, "2027-01-05")).toEqual({
    metrics: ["outbound_qty"],
    time: { from: "2026-12-07", to: "2027-01-06", unit: "day" },
    grain: "day",
  });
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
});
