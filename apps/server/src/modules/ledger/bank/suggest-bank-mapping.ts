import type { BankField, BankMapping } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { toWords } from "../../sources/index.ts";

/** What banks and couriers call their columns, the likeliest first. */
const wordLists: Readonly<Record<BankField, string>> = {
  day: `transaction date, booking date, posting date, date, value date, entry date, post date, buchungstag, buchungsdatum,
    valuta, datum, fecha, date operation, data, tarih, delivery date, تاريخ العملية, التاريخ, تاريخ`,
  moneyOut: `debit, debit amount, withdrawal, withdrawals, paid out, money out, dr, out, payments, soll, belastung, cargo,
    sortie, مدين, سحب`,
  moneyIn: `credit, credit amount, deposit, deposits, paid in, money in, cr, in, receipts, haben, gutschrift, abono,
    entree, دائن, إيداع`,
  amount: `amount, transaction amount, net amount, value, betrag, umsatz, importe, montant, importo, tutar, cod amount,
    cod, collected amount, remitted amount, المبلغ, مبلغ`,
  direction:
    "debit credit, credit debit, dr cr, cr dr, d c, c d, indicator, sign, type, transaction type, soll haben, sh",
  currency: "currency, ccy, currency code, wahrung, moneda, devise, العملة",
  reference: `reference, reference number, ref, ref no, transaction reference, transaction id, bank reference, cheque number,
    check number, document number, order id, order number, awb, tracking number, referenz, referencia, المرجع, رقم المرجع`,
  counterparty: `counterparty, payee, payer, beneficiary, beneficiary name, name, sender, customer, merchant,
    auftraggeber, begunstigter, المستفيد`,
  text: `description, narrative, narration, details, transaction details, particulars, remarks, memo, text, purpose,
    verwendungszweck, buchungstext, concepto, libelle, الوصف, البيان, التفاصيل`,
};

const order: readonly BankField[] = [
  "day",
  "moneyOut",
  "moneyIn",
  "amount",
  "direction",
  "currency",
  "reference",
  "counterparty",
  "text",
];

/** Which columns of a file are what, by their names and their values. */
export function suggestBankMapping(
  columns: readonly string[],
  profiles: readonly Pick<ColumnProfile, "name" | "filled" | "numbers" | "dates">[],
): BankMapping {
  const profileFor = new Map(profiles.map((profile) => [profile.name, profile]));
  const names = columns.map((column) => ({ column, words: toWords(column).join(" ") }));
  const mapping: BankMapping = {};
  const used = new Set<string>();
  for (const field of order) {
    if (field === "amount" && mapping.moneyOut !== undefined && mapping.moneyIn !== undefined) continue;
    if (field === "direction" && mapping.amount === undefined) continue;
    const free = names.filter(({ column }) => !used.has(column) && canBe(field, profileFor.get(column)));
    const column = findByName(field, free);
    if (column === undefined) continue;
    mapping[field] = column;
    used.add(column);
  }
  // One of them alone is an amount that has its sign.
  if ((mapping.moneyOut === undefined) !== (mapping.moneyIn === undefined) && mapping.amount !== undefined) {
    delete mapping.moneyOut;
    delete mapping.moneyIn;
  }
  return mapping;
}

function findByName(field: BankField, names: readonly { column: string; words: string }[]): string | undefined {
  const phrases = wordLists[field]
    .split(",")
    .map((phrase) => toWords(phrase).join(" "))
    .filter((phrase) => phrase !== "");
  for (const phrase of phrases) {
    const exact = names.find(({ words }) => words === phrase);
    if (exact) return exact.column;
  }
  // A column of another word, such as "Booking text", holds one that is longer than a mark.
  const long = phrases.filter((phrase) => phrase.length > 3);
  return names.find(({ words }) => long.some((phrase) => ` ${words} `.includes(` ${phrase} `)))?.column;
}

const fewestShare = 0.5;

/** Whether the values of a column are what a field takes; a file may have rows of sums and headings. */
function canBe(field: BankField, profile: Parameters<typeof suggestBankMapping>[1][number] | undefined): boolean {
  if (!profile || profile.filled === 0) return true;
  const share = (shapes: Partial<Record<string, { rows: number }>>) =>
    1 - (shapes.other?.rows ?? 0) / Math.max(1, profile.filled);
  if (field === "day") return share(profile.dates) >= fewestShare;
  if (field !== "amount" || share(profile.numbers) >= fewestShare) return true;
  // An amount with CR or DR beside it is no number.
  return /\d/.test(profile.numbers.other?.first.value ?? "");
}
