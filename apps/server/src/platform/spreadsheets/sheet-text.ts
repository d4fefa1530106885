const mostLetters = 32_767;
/** What XML cannot hold: control characters and halves of letters. */
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu;
const special = /[&<>"]/g;
const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const isPlain = /^[ !#-%'-;=?-~]*$/;

/** A text as XML, for elements and attributes. */
export function xmlText(text: string): string {
  if (isPlain.test(text)) return text;
  return text.replace(unwritable, "").replace(special, (letter) => names[letter] ?? "");
}

/** The text of a cell. A spreadsheet would read `_x0041_` as a letter by its number, so such an underscore is one itself. */
export function inlineText(text: string): string {
  const cut = text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text;
  const space = /^\s|\s$|\n/.test(cut) ? ' xml:space="preserve"' : "";
  return `<t${space}>${xmlText(cut.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_"))}</t>`;
}
