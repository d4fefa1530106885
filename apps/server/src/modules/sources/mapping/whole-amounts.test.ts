import { expect, test } from "vitest";
import { decideDecimal } from "../../../connectors/cells/column-profile.ts";
import { profileSamples } from "./profile-samples.ts";
import { inWholeAmounts } from "./whole-amounts.ts";

const targets = [{ name: "gross_minor", type: "money" as const }];

function decide(
  cells: readonly string[],
  { currency = "JPY", from }: { currency?: string; from?: readonly string[] } = {},
) {
  const rows = cells.map((sum, place) => ({ place: `line ${place}`, values: { sum, code: from?.[place] ?? "" } }));
  const fields = { gross_minor: { from: "sum" }, ...(from && { currency: { from: "code" } }) };
  const [sum] = inWholeAmounts(profileSamples(["sum", "code"], rows), { fields }, { targets, currency });
  return sum ? decideDecimal(sum) : null;
}

test.each([
  ["yen with commas", ["1,200", "¥3,400"], {}, { style: "point", isSure: true }],
  ["yen with points", ["1.200", "3.400"], {}, { style: "comma", isSure: true }],
  ["yen with both", ["1.200", "3,400"], {}, { style: "point", isSure: false }],
  ["a currency with decimals", ["1,200", "3,400"], { currency: "USD" }, { style: "point", isSure: false }],
  ["yen by a column", ["1,200", "3,400"], { currency: "USD", from: ["JPY", "jpy"] }, { style: "point", isSure: true }],
  ["yen beside dollars", ["1,200", "3,400"], { from: ["JPY", "USD"] }, { style: "point", isSure: false }],
  ["yen with decimals all the same", ["12,50", "3,400"], {}, { style: "comma", isSure: true }],
] as const)("amounts of %s are read so", (_, cells, more, decision) => {
  expect(decide(cells, more)).toEqual(decision);
});
