import type { SourceMapping } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { type Advice, adviseColumn, quoteColumn } from "./column-advice.ts";
import { toWords } from "./column-words.ts";
import { findCreditWord } from "./flag-words.ts";

/** So many of the amounts must be ten or more for a number below one to be a part of them. */
const mostAmounts = 0.5;

type Fields = SourceMapping["fields"];
type Amounts = { amountField: string; moneyFields: readonly string[] };

/**
 * Columns that have the name of an amount but are none, by the fields that they would fill, and why: a price of one unit
 * beside a quantity, and shares beside amounts. They would be stored as other money than was meant.
 */
export function findDoubtful(
  fields: Fields,
  { amountField, moneyFields }: Amounts,
  profiles: ReadonlyMap<string, ColumnProfile>,
): Record<string, Advice> {
  const amount = fields[amountField]?.from;
  const quantity = fields.quantity_milli?.from;
  const sides = amountField === "amount_minor" && fields.entry_key ? findSides(amount, profiles) : null;
  if (sides) return { [amountField]: sides };
  if (amount === undefined) return {};
  if (quantity !== undefined && isUnitPrice(amount)) {
    const product = `${quoteColumn(amount)} * ${quoteColumn(quantity)}`;
    const text = `Beside a quantity, “${amount}” may be the price of one unit. Choose it, or add the computed column ${product}.`;
    return { [amountField]: { text, expression: product } };
  }
  const reasons: Record<string, Advice> = {};
  for (const name of moneyFields) {
    const column = fields[name]?.from;
    const largest = column && name !== amountField ? largestShare(profiles.get(column), profiles.get(amount)) : null;
    if (!column || largest === null) continue;
    const product = `${quoteColumn(amount)} * ${quoteColumn(column)}`;
    const text = `“${column}” holds shares from 0 to ${largest}, not amounts. For an amount of “${amount}”, add the computed column ${product}.`;
    reasons[name] = { text, expression: product };
  }
  return reasons;
}

const debitNames = new Set([
  "debit",
  "debits",
  "soll",
  "debe",
  "dare",
  "dr",
  "borc",
  "debet",
  "winien",
  "дебет",
  "مدين",
]);
const creditNames = new Set([
  "credit",
  "credits",
  "haben",
  "haber",
  "avere",
  "cr",
  "alacak",
  "kredit",
  "ma",
  "кредит",
  "دائن",
]);

/** What to compute where postings say on which side they are: debits are above zero, credits below; null where signs tell it. */
function findSides(amount: string | undefined, profiles: ReadonlyMap<string, ColumnProfile>): Advice | null {
  const columns = [...profiles.values()];
  if (amount === undefined) {
    const find = (names: ReadonlySet<string>) =>
      columns.find(({ name }) => toWords(name).some((word) => names.has(word)) && !isOfWords(profiles.get(name)))?.name;
    const [debit, credit] = [find(debitNames), find(creditNames)];
    if (debit === undefined || credit === undefined || debit === credit) return null;
    const [plus, minus] = [quoteColumn(debit), quoteColumn(credit)];
    return adviseColumn(
      "Debits are above zero, credits below.",
      `if(isEmpty(${plus}), 0 - ${minus}, if(isEmpty(${minus}), ${plus}, ${plus} - ${minus}))`,
    );
  }
  if (profiles.get(amount)?.belowZero) return null;
  for (const { name, values } of columns) {
    const credit = findCreditWord((values ?? []).map(({ value }) => value));
    if (credit === null || name === amount) continue;
    const text = `"${credit.replaceAll('"', '""')}"`;
    return adviseColumn(
      `“${name}” says on which side a posting is.`,
      `if(${quoteColumn(name)} = ${text}, 0 - ${quoteColumn(amount)}, ${quoteColumn(amount)})`,
    );
  }
  return null;
}

function isOfWords(profile: ColumnProfile | undefined): boolean {
  return (profile?.words ?? []).length > 0;
}

function isUnitPrice(column: string): boolean {
  return ["price", "unit price", "preis", "precio", "prix", "prezzo"].includes(toWords(column).join(" "));
}

/** The largest of the shares that a column holds beside amounts; null where they may be amounts. */
function largestShare(profile: ColumnProfile | undefined, amounts: ColumnProfile | undefined): number | null {
  const values = (profile?.values ?? []).map(({ value }) => Number(value.replace(",", ".")));
  const isShare = values.length > 1 && values.every((value) => value >= 0 && value <= 1);
  const hasParts = values.some((value) => value > 0 && value < 1);
  const isBeside = amounts !== undefined && (amounts.tens ?? 0) >= amounts.filled * mostAmounts && amounts.filled > 0;
  return isShare && hasParts && isBeside ? Math.max(...values) : null;
}
