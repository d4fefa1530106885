/**
 * What a spreadsheet would run as a formula, at the beginning of a text or behind what some of them take for the end of
 * a cell: where numbers have commas, cells end at semicolons, whatever quotes say.
 */
const formula = /(^|[;\t\r\n])(\s*)(?=[=+\-@\t\r])/g;

/** A text as a cell of a CSV, in quotes where it needs them; one that would run as a formula is kept from it by an apostrophe. */
export function csvText(text: string): string {
  const safe = text.replace(formula, "$1$2'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
