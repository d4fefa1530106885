import type { MappingImpact } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { impactLines } from "./impact-lines.ts";

const none: MappingImpact = {
  table: { fact: "sale_lines", label: "Sales", rows: 1204 },
  left: [],
  hasOtherKeys: false,
  values: [],
  fields: [],
  rejects: null,
  reports: [],
};
const describeImpact = (part: Partial<MappingImpact>) => impactLines({ ...none, ...part }, ownFormats);
const named = { field: "branch", label: "Branch", value: "SM" };

test("a value says what rows say now and what they will say", () => {
  const lines = describeImpact({
    values: [
      { ...named, before: "SM", after: "Seef", rows: 1204, movesAll: true },
      { ...named, before: "Seef Mall", after: "Seef", rows: 1, movesAll: false },
      { ...named, before: "Seef Mall", after: null, rows: 0, movesAll: true },
      { ...named, before: null, after: "Seef", rows: 0, movesAll: true },
    ],
  });
  expect(lines).toEqual([
    "Branch: 1,204 rows now say SM; read again, they will say Seef.",
    "Branch: 1 row now says Seef Mall; read again, those that the source calls “SM” will say Seef.",
    "Branch: no row says Seef Mall now; those that the source calls “SM” will be rejected.",
    "Branch: rows with “SM” are rejected now; read again, they will say Seef.",
  ]);
});

test("many values are told by their number", () => {
  const values = Array.from({ length: 22 }, (_, place) => ({
    ...named,
    value: `v${place}`,
    before: `v${place}`,
    after: "Seef",
    rows: 1,
    movesAll: true,
  }));
  expect(describeImpact({ values })).toHaveLength(21);
  expect(describeImpact({ values }).at(-1)).toBe("2 more values will get another name.");
});

test("fields, keys, tables, rejects and reports are told with their numbers", () => {
  expect(
    describeImpact({
      left: [{ fact: "branches", label: "Branches", rows: 7 }],
      hasOtherKeys: true,
      fields: [
        { ...named, change: "emptied", before: "the column “shop”", after: null, rows: 2 },
        { ...named, change: "filled", before: null, after: "the column “shop”", rows: 0 },
        { ...named, change: "changed", before: "the column “shop”", after: "the text “Web”", rows: 1 },
      ],
      rejects: { open: 12_000, tried: 5000, taken: 4000 },
      reports: [
        { id: "a", title: "Sales report" },
        { id: "b", title: "Branch report" },
      ],
    }),
  ).toEqual([
    "7 rows of this connection are in Branches and will stay there.",
    "The row key changes: the 1,204 rows that are stored are not recognised and will be imported again.",
    "Branch will no longer be filled; 2 rows hold a value and keep it.",
    "Branch will be filled by the column “shop”; no row holds a value now.",
    "Branch will be filled by the text “Web” instead of the column “shop”; 1 row holds a value now.",
    "4,000 of the first 5,000 of 12,000 rejected rows would be imported.",
    "2 reports show Sales: Sales report, Branch report.",
  ]);
  expect(describeImpact({ table: null, rejects: { open: 1, tried: 1, taken: 0 } })).toEqual([
    "Columns will be matched by name when the source is read.",
    "None of 1 rejected row would be imported.",
  ]);
});
