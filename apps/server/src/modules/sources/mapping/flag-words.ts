import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";

const list = (words: string) => new Set(words.trim().split(/\s*,\s*/));

/** Words that say yes or no wherever they stand. */
const yesWords =
  list(`true, yes, y, 1, x, on, t, ✓, ✔, ☑, ja, j, oui, vrai, si, sí, verdadero, sim, verdadeiro, vero, tak, prawda, да, так,
  evet, doğru, ναι, نعم, 是, はい, igen, ano, wahr, waar, kyllä`);
const noWords =
  list(`false, no, n, 0, off, f, -, nein, non, faux, falso, não, nao, nie, нет, ні, hayır, hayir, yanlış, όχι, οχι, لا, 否,
  いいえ, nem, ne, falsch, onwaar, ei, nej`);

/** Words that say of a line that it is a return, and that it is a sale. */
const returnWords =
  list(`r, ret, rtn, return, returned, returns, refund, refunded, rma, credit note, retoure, rückgabe, ruckgabe, storno,
  storniert, gutschrift, retour, remboursement, avoir, devolucion, devolución, reembolso, abono, devolução, devolucao, reso, rimborso,
  zwrot, возврат, повернення, iade, επιστροφή, مرتجع, إرجاع, 退货, 退貨, 返品`);
const saleWords =
  list(`sale, sold, sales, verkauf, verkauft, vente, venta, vendita, venda, sprzedaż, продажа, продаж, satış, πώληση, بيع, 销售,
  銷售, 売上, 販売`);

/** Pairs of letters that only together say what each of them means. */
const letterPairs: readonly { yes: string; no: string; words: string; isOfReturns?: true }[] = [
  { yes: "o", no: "n", words: "oui and non" },
  { yes: "s", no: "n", words: "sí and no" },
  { yes: "t", no: "n", words: "tak and nie" },
  { yes: "a", no: "n", words: "ano and ne" },
  { yes: "i", no: "n", words: "igen and nem" },
  { yes: "e", no: "h", words: "evet and hayır" },
  { yes: "д", no: "н", words: "да and нет" },
  { yes: "т", no: "н", words: "так and ні" },
  { yes: "r", no: "s", words: "return and sale", isOfReturns: true },
  { yes: "r", no: "v", words: "return and sale", isOfReturns: true },
  { yes: "v", no: "f", words: "vrai and faux" },
  { yes: "w", no: "f", words: "wahr and falsch" },
];

/** The field whose mark decides whether a line is added or taken off. */
const returnField = "is_return";

/** Whether a mark decides about the sign of its row: one that cannot be read leaves the row waiting. */
export function decidesSign(field: string): boolean {
  return field === returnField;
}

/** What a word says of a field; null where nobody knows. */
export function readFlagWord(field: string, text: string): boolean | null {
  const word = text.trim().toLowerCase();
  const isReturn = field === returnField;
  if (yesWords.has(word) || (isReturn && returnWords.has(word))) return true;
  return noWords.has(word) || (isReturn && saleWords.has(word)) ? false : null;
}

/** What single letters of a column say, told by the others in it, and in which words; null where they tell nothing. */
export function decideLetters(
  field: string,
  profile: Pick<ColumnProfile, "values"> | undefined,
): { values: Record<string, string>; evidence: string } | null {
  const values = (profile?.values ?? []).map(({ value }) => value);
  const letters = [...new Set(values.map((value) => value.toLowerCase()))].sort();
  const pair = letterPairs.find(
    ({ yes, no, isOfReturns }) => (!isOfReturns || field === returnField) && letters.join() === [yes, no].sort().join(),
  );
  if (!pair) return null;
  const words = Object.fromEntries(values.map((value) => [value, value.toLowerCase() === pair.yes ? "yes" : "no"]));
  const [yes, no] = [pair.yes, pair.no].map((letter) => values.find((value) => value.toLowerCase() === letter));
  return { values: words, evidence: `“${yes}” and “${no}” are read as ${pair.words}.` };
}

const mostMarks = 10;

/** Whether the values of a column can be marks of a field. Those of a sign are taken also where one must be decided. */
export function canMark(field: string, profile: ColumnProfile): boolean {
  const values = profile.values ?? [];
  if (values.length === 0) return false;
  if (decideLetters(field, profile)) return true;
  const known = values.filter(({ value }) => readFlagWord(field, value) !== null).length;
  if (known === values.length) return true;
  const { dmy, mdy, either, iso } = profile.dates;
  return decidesSign(field) && values.length <= mostMarks && !(dmy || mdy || either || iso);
}
