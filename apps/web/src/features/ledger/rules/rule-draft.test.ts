import { ruleTemplates } from "@console/contracts/ledger-cod-words";
import { expect, test } from "vitest";
import { draftFromRule, draftFromTemplate, readDraft, readPercent } from "./rule-draft.ts";

test("percentages are read as hundredths of a percent", () => {
  expect(["", "2.5", "100", "0.05", "2.555", "two", "-1"].map(readPercent)).toEqual([
    0,
    250,
    10_000,
    5,
    null,
    null,
    null,
  ]);
});

test("a draft says what a rule says, and back", () => {
  const [template] = ruleTemplates;
  if (!template) throw new Error("There is no template.");
  const draft = {
    ...draftFromTemplate(template, { accounts: [], currency: "AED" }),
    debit: "a",
    credit: "b",
    fixed: "1.50",
    drivers: "Omar\n\n Sara \nOmar",
  };
  const content = readDraft(draft, "AED");
  if (typeof content === "string") throw new Error(content);
  expect(content).toMatchObject({
    drivers: ["Omar", "Sara"],
    amount: { collectedBasisPoints: 10_000, fixedMinor: 150 },
  });
  const rule = {
    id: "r",
    name: "COD",
    isOn: false,
    since: "2026-03-01",
    content,
    triedAt: null,
    entries: 0,
    problems: 0,
  };
  expect(readDraft(draftFromRule(rule, "AED"), "AED")).toEqual(content);
  expect(readDraft({ ...draft, debit: "" }, "AED")).toBe("Choose the accounts of both sides.");
  expect(readDraft({ ...draft, tax: "5", taxAccount: "" }, "AED")).toBe("Choose the account for the tax.");
});
