import type { PanelAnswer, ReportPanel } from "@console/contracts";
import { expect, test } from "vitest";
import { ownFormats } from "../format.ts";
import { describeNotes } from "./describe-notes.ts";
import { makeQuestion } from "./question-for-tests.ts";

const rule = {
  metric: "contract_value",
  rule: "Amounts of contracts.",
  exclusions: [
    { label: "Perpetual", count: 23 },
    { label: "Without a day", count: 0 },
  ],
  coverage: null,
  unknown: null,
  isOtherUnknown: false,
  comparisonGap: null,
  otherCurrencies: [{ currency: "EUR", rows: 2, amount: 12.5 }],
};
const column = { id: "contract_value", label: "Contract value", kind: "metric", unit: "currency", good: null } as const;
const panel: ReportPanel = {
  id: "value",
  kind: "ranking",
  title: "Value by supplier",
  note: "Signed contracts",
  by: "supplier",
  metrics: ["contract_value"],
};

function makeAnswer(kind: "ranking" | "kpis"): PanelAnswer {
  const question = makeQuestion(
    { metrics: ["contract_value"], dimensions: ["supplier"], limit: 2 },
    { columns: [column], rules: [rule], isTruncated: true, rows: [{ supplier: "A" }, { supplier: "B" }] },
  );
  const leftOut = [{ name: "Notice days", reason: "It cannot be filtered by supplier." }];
  return { panel: "value", kind, noise: [], leftOut, questions: [question, question] };
}

test("a panel that is taken along says all that it leaves out, and nothing twice", () => {
  expect(describeNotes(panel, makeAnswer("ranking"), ownFormats)).toEqual([
    "Signed contracts.",
    "Not shown: Notice days. It cannot be filtered by supplier.",
    "Contract value leaves out: Perpetual 23.",
    "Only the first 10,000 rows are listed; the totals include all rows.",
    "Only the first 2 by name; the totals include all.",
  ]);
});

test("tiles tell by themselves what is in other currencies", () => {
  expect(describeNotes(panel, makeAnswer("kpis"), ownFormats)).toContain(
    "Contract value: not counted: 2 rows in EUR (12.50).",
  );
});
