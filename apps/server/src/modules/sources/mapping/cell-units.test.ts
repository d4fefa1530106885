import { expect, test } from "vitest";
import { mapBatch, rowReader } from "./map-batch.ts";
import { profileSamples } from "./profile-samples.ts";
import { suggestColumns } from "./suggest-mapping.ts";

const settings = { timeZone: "Asia/Bahrain", currency: "USD" };

/** What is suggested for a column beside those that every row needs, and what the offered column makes of its rows. */
function offer(
  source: "tookan" | "warehouse" | "genesis",
  others: Record<string, string>,
  column: string,
  cells: string[],
) {
  const columns = [...Object.keys(others), column];
  const rows = cells.map((cell, place) => ({ place: `line ${place + 2}`, values: { ...others, [column]: cell } }));
  const evidence = { profiles: profileSamples(columns, rows), names: new Map(), ownFields: [] };
  const { mapping, reasons, computed } = suggestColumns(source, columns, evidence);
  const [[field = "", made] = []] = Object.entries(computed);
  const chosen = {
    ...mapping,
    computed: made ? [made] : [],
    fields: { ...mapping.fields, [field]: { from: made?.name ?? "" } },
  };
  const piece = made ? mapBatch(rows, rowReader(source, chosen, rows, settings)) : null;
  return {
    field,
    reasons,
    stored: piece?.facts[0]?.records.map((record) => record[field]),
    unreadable: piece?.unreadable,
  };
}

const delivery = { "Order ID": "d", Status: "Delivered", "Created At": "2026-03-13 10:00" };
const movement = { Warehouse: "Main", SKU: "Tea", Type: "Receipt", Date: "2026-03-13", Value: "1" };

test("numbers with a unit in their cells are offered without it, in what the field takes", () => {
  const distance = offer("tookan", delivery, "Distance", ["4.2 km", "0.9 km"]);
  expect([distance.field, distance.stored]).toEqual(["distance_metres", [4200, 900]]);
  expect(distance.reasons.distance_metres).toContain('“Distance” says a unit in its cells, such as "4.2 km"');
  expect(offer("tookan", delivery, "Entfernung", ["4,2 km", "0,9 km"]).stored).toEqual([4200, 900]);
  const weight = offer("warehouse", movement, "Qty", ["3 kg", "1.5 kg"]);
  expect([weight.field, weight.stored]).toEqual(["quantity_milli", [3000, 1500]]);
});

test("several units in one column are told, and nothing is offered for them", () => {
  const { field, reasons } = offer("tookan", delivery, "Distance", ["4.2 km", "900 m"]);
  expect([field, reasons.distance_metres]).toEqual([
    "",
    expect.stringContaining("Add a computed column that makes it a number."),
  ]);
});

const sale = { Receipt: "r", Qty: "1", Gross: "1.00" };

test("times that are of Greenwich by the name of their column are not read in the tenant's zone", () => {
  const { field, reasons, stored } = offer("genesis", sale, "Created (UTC)", [
    "2026-03-13 10:00",
    "2026-03-13 11:00:30",
  ]);
  expect([field, stored]).toEqual(["sold_at", ["2026-03-13T10:00:00.000Z", "2026-03-13T11:00:30.000Z"]]);
  expect(reasons.sold_at).toContain("“Created (UTC)” is in UTC by its name");
  // Times that say so themselves are what they are.
  expect(offer("genesis", sale, "Created (UTC)", ["2026-03-13T10:00:00Z"]).field).toBe("");
});
