import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { shapeDate } from "../../../connectors/cells/read-date.ts";
import { toWords } from "./column-words.ts";

const list = (words: string) => new Set(words.trim().split(/\s*,\s*/));

/** Words that say yes or no wherever they stand. */
const yesWords =
  list(`true, yes, y, 1, x, on, t, ✓, ✔, ☑, ja, j, oui, vrai, si, sí, verdadero, sim, verdadeiro, vero, tak, prawda, да, так,
  evet, doğru, ναι, نعم, 是, はい, igen, ano, wahr, waar, kyllä`);
const noWords =
  list(`false, no, n, 0, off, f, -, nein, nee, non, faux, falso, não, nao, nie, нет, ні, hayır, hayir, yanlış, όχι, οχι, لا, 否,
  いいえ, nem, ne, falsch, onwaar, ei, nej, 0000-00-00, 0000-00-00 00:00:00`);

/** Words that say of a line that it is a return, and that it is a sale; many stand in columns of types and of states. */
const returnWords =
  list(`r, ret, rtn, return, returned, returns, refund, refunded, rma, credit note, credit memo, credit invoice, reversal, sales return,
  retoure, rückgabe, ruckgabe, rücksendung, storno, storniert, stornorechnung, gutschrift, rechnungskorrektur, erstattung, erstattet,
  rückerstattung, retourniert, retour, retourné, retournée, remboursement, remboursé, remboursée, avoir, note de crédit, devolucion,
  devolución, devuelto, devuelta, reembolso, reembolsado, reembolsada, abono, nota de credito, nota de crédito, devolução, devolucao,
  devolvido, devolvida, estorno, estornado, reso, reso merce, restituito, rimborso, rimborsato, nota di credito, zwrot, zwrócone,
  zwrócony, korekta, faktura korygująca, creditnota, creditfactuur, terugbetaling, terugbetaald, geretourneerd, возврат, возвращено,
  возвращен, возвращён, повернення, iade, iade edildi, iade faturası, επιστροφή, πιστωτικό, مرتجع, إرجاع, 退货, 退貨, 退款, 已退款, 已退货, 已退貨, 返品, 返金, 返金済み`);
const saleWords =
  list(`sale, sold, sales, sal, sls, purchase, order, invoice, inv, paid, charge, payment, completed, complete, fulfilled, shipped, delivered,
  succeeded, captured, verkauf, verkauft, barverkauf, kauf, rechnung, bezahlt, abgeschlossen, versandt, versendet, geliefert, vente,
  facture, payé, payée, livré, livrée, venta, factura, pagado, pagada, entregado, vendita, fattura, pagato, consegnato, venda, fatura,
  pago, entregue, verkoop, factuur, betaald, geleverd, sprzedaż, faktura, paragon, opłacone, zapłacone, продажа, продаж, оплачено,
  оплачен, satış, ödendi, πώληση, τιμολόγιο, بيع, 销售, 銷售, 已完成, 交易成功, 已付款, 已支付, 已发货, 已發貨, 売上, 販売, 支払済み`);
/** Words in the names of columns that say of what kind a line is, or what has become of it. */
const kindWords = new Set(
  [
    ...list(`type, kind, status, state, operation, action, event, art, typ, belegart, vorgang, vorgangsart, buchungsart, transaktionsart,
  dokumentart, zustand, tipo, operacion, operazione, estado, statut, etat, stato, soort, rodzaj, tur, durum, islem, тип, вид, статус, 类型, 類型, 種別, 状态`),
  ].flatMap(toWords),
);

/** Words in the names of columns that say on which side of an account a line stands. */
const sideNames = new Set(
  [...list("d, c, dr, cr, dc, drcr, debit, credit, soll, haben, shkz, sign, indicator")].flatMap(toWords),
);
const creditWords = new Set(["c", "cr", "credit", "h", "haben"]);
const sidePairs = ["c d", "cr dr", "cr db", "credit debit", "h s", "haben soll"];

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

/** A word as the lists have it: in small letters, with a space where a program writes a line. */
export function plainWord(text: string): string {
  // The capital İ of Turkish leaves its dot behind.
  const word = text.trim().toLowerCase().replaceAll("\u0307", "");
  return /^\p{L}/u.test(word) ? word.replace(/[\s_-]+/g, " ") : word;
}

/** What a word says of a field; null where nobody knows. */
export function readFlagWord(field: string, text: string): boolean | null {
  const word = plainWord(text);
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

export const mostMarks = 10;

/**
 * What the words of a column tell of returns, whatever it is called: one for a return beside one for a sale, or beside any
 * word in a column of kinds. Null where they tell nothing.
 */
export function findReturnWords(field: string, column: string, profile: ColumnProfile | undefined): string | null {
  const values = (profile?.values ?? []).map(({ value }) => value);
  if (field !== returnField || values.length === 0 || values.length > mostMarks) return null;
  // A single letter may stand for anything.
  const back = values.find((value) => value.length > 1 && returnWords.has(plainWord(value)));
  const sold = values.find((value) => saleWords.has(plainWord(value)));
  if (back === undefined || (sold === undefined && !isKindName(column))) return null;
  const unknown = values.filter((value) => readFlagWord(field, value) === null);
  const known = sold === undefined ? `“${back}” marks a return.` : `“${back}” marks a return, and “${sold}” a sale.`;
  const [first, ...more] = unknown;
  if (first === undefined) return known;
  return `${known} “${first}”${more.length > 0 ? ` and ${more.length} more are` : " is"} not known: choose what ${more.length > 0 ? "they mean" : "it means"}.`;
}

/** Whether a word says of its row that it takes something back; among few others also as one word of several. */
export function namesReturn(value: string, { isOfFew }: { isOfFew: boolean }): boolean {
  if (value.length < 2) return false;
  const word = plainWord(value);
  if (returnWords.has(word)) return true;
  return isOfFew && listParts(word).some((part) => returnWords.has(part));
}

/** The words of a text, alone and two by two. */
export function listParts(text: string): string[] {
  const parts = text.split(/[^\p{L}]+/u).filter((part) => part.length > 2);
  return [...parts, ...parts.slice(1).map((part, place) => `${parts[place]} ${part}`)];
}

/** Whether a column says by its name of what kind its lines are. */
export function isKindName(column: string): boolean {
  return toWords(column).some((word) => kindWords.has(word));
}

/** Whether the two words of a column are the sides of an account: one of them takes off what the other adds. */
export function areSides(column: string, words: readonly string[]): boolean {
  const pair = words.map(plainWord).sort().join(" ");
  return sidePairs.includes(pair) && toWords(column).some((word) => sideNames.has(word));
}

/** The word of a column that says of a posting that it is on the credit side; null where its words are no sides. */
export function findCreditWord(words: readonly string[]): string | null {
  if (!sidePairs.includes(words.map(plainWord).sort().join(" "))) return null;
  return words.find((word) => creditWords.has(plainWord(word))) ?? null;
}

/** Whether letters say yes and no, which marks no kind of lines. */
export function areYesAndNo(letters: readonly string[]): boolean {
  const words = letters.map((letter) => letter.toLowerCase());
  if (words.every((word) => yesWords.has(word) || noWords.has(word))) return true;
  return letterPairs.some(
    ({ yes, no, isOfReturns }) => !isOfReturns && words.every((word) => word === yes || word === no),
  );
}

/** Whether a mark of a return is the day of it: a line that has one is a return. */
export function isDayMark(field: string, text: string): boolean {
  const shape = field === returnField ? shapeDate(text)?.shape : undefined;
  return shape === "dmy" || shape === "mdy" || shape === "either" || shape === "iso";
}

/** Whether a text is a mark of a field, as a word or as a day. */
export function isMark(field: string, text: string): boolean {
  return readFlagWord(field, text) !== null || isDayMark(field, text);
}

/** Whether all marks of a column are days. */
export function hasDayMarks(field: string, { filled, dates: { dmy, mdy, either, iso } }: ColumnProfile): boolean {
  const days = [dmy, mdy, either, iso].reduce((sum, shape) => sum + (shape?.rows ?? 0), 0);
  return field === returnField && days > 0 && days === filled;
}

/** How many rows of a column are marked as returns; null where it has more marks than can be told. */
export function countReturns(
  { from = "", values: meanings = {} }: { from?: string | undefined; values?: Record<string, string> | undefined },
  profiles: readonly ColumnProfile[],
): number | null {
  const profile = profiles.find(({ name }) => name === from);
  if (!profile || hasDayMarks(returnField, profile)) return profile?.filled ?? null;
  if (!profile.values) return null;
  const letters = decideLetters(returnField, profile)?.values ?? {};
  const isBack = (value: string) => readFlagWord(returnField, meanings[value] ?? letters[value] ?? value) === true;
  return profile.values.reduce((sum, { value, rows }) => sum + (isBack(value) ? rows : 0), 0);
}

/** Whether the values of a column can be marks of a field. Those of a sign are taken also where one must be decided. */
export function canMark(field: string, profile: ColumnProfile): boolean {
  const values = profile.values ?? [];
  if (hasDayMarks(field, profile)) return true;
  if (values.length === 0) return false;
  if (decideLetters(field, profile)) return true;
  const known = values.filter(({ value }) => isMark(field, value)).length;
  if (known === values.length) return true;
  const { dmy, mdy, either, iso } = profile.dates;
  return decidesSign(field) && values.length <= mostMarks && !(dmy || mdy || either || iso);
}
