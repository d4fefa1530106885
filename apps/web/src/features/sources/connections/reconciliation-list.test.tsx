import { ownFormats } from "@console/figures/format";
import { expect, test, vi } from "vitest";
import { createScreen } from "../../../lib/screen-for-tests.tsx";
import { ReconciliationList } from "./reconciliation-list.tsx";

vi.mock("../../../lib/api.ts", async (original) => ({ ...(await original<object>()), callApi: vi.fn() }));

const screen = createScreen();
const checkedAt = "2026-11-15T10:00:00.000Z";
const formats = { ...ownFormats, timeZone: "UTC" };

async function show(items: object[], days: { compared: number; differing: number }, leftOut = 0) {
  screen.answers.listReconciliations = { items, next: null, days, leftOut };
  await screen.show(<ReconciliationList connection={{ id: "c1", tenantId: "t1" }} formats={formats} />);
}

test("amounts are shown in their units, and days that differ by how much", async () => {
  await show(
    [
      {
        day: "2026-11-14",
        measure: "gross_minor",
        unit: "money",
        currency: "BHD",
        theirs: 12_500,
        ours: 10_000,
        checkedAt,
      },
      { day: "2026-11-13", measure: "gross_minor", unit: "money", currency: null, theirs: 500, ours: 400, checkedAt },
      { day: "2026-11-12", measure: "gross_minor", unit: "money", currency: "JPY", theirs: 500, ours: 500, checkedAt },
      { day: "2026-11-14", measure: "quantity_milli", unit: "quantity", theirs: 1250, ours: 2000, checkedAt },
      { day: "2026-11-14", measure: "rows", unit: "count", theirs: 3, ours: 3, checkedAt },
    ],
    { compared: 2, differing: 1 },
  );
  await screen.says("1 of 2 days differs.");
  expect(screen.cells().map((row) => row.slice(1, 5))).toEqual([
    ["Gross, BHD", "12.500", "10.000", "2.500 missing"],
    ["Gross, several currencies", "–", "–", "Differs"],
    ["Gross, JPY", "500", "500", "None"],
    ["Quantity", "1.25", "2", "0.75 too many"],
    ["Rows", "3", "3", "None"],
  ]);
});

test("it says at once when all days agree", async () => {
  await show([{ day: "2026-11-14", measure: "rows", unit: "count", theirs: 3, ours: 3, checkedAt }], {
    compared: 60,
    differing: 0,
  });
  await screen.says("All 60 days agree.");
});

test("rows that are left out by choice are told beside the days", async () => {
  const days = { compared: 60, differing: 0 };
  await show([{ day: "2026-11-14", measure: "rows", unit: "count", theirs: 3, ours: 3, checkedAt }], days, 12);
  await screen.says("12 rows are left out by your choice, and not compared.");
});
