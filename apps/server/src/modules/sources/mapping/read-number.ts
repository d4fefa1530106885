/** No number that people write is longer; looking into a text of any length could take minutes. */
const longestNumber = 100;
const arabicDigits = /[\u0660-\u0669\u06F0-\u06F9]/g;

/**
 * The number that a text stands for, whoever wrote it: with separators of thousands, a decimal comma, a currency's sign,
 * or brackets around what is below zero. Up to three letters are a currency or a unit; more of them are no number.
 */
export function readNumber(cell: string): number | null {
  if (cell.length > longestNumber) return null;
  const text = cell
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace("\u066b", ".")
    .replaceAll("\u066c", ",")
    .replace(/[\s\u00a0\u202f']/g, "");
  const isBelow = /^\(.*\)$/.test(text) || /^[^\d]*-/.test(text) || /\d-$/.test(text);
  const core = /^[^\d.,\p{L}]*\p{L}{0,3}[^\d.,\p{L}]*([\d.,]+)[^\d.,\p{L}]*\p{L}{0,3}[^\d.,\p{L}]*$/u.exec(text)?.[1];
  if (!core || /[eE]\d/.test(text)) return scientific(text);
  const plain = withPoint(core);
  if (plain === null) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? (isBelow ? -value : value) : null;
}

function scientific(text: string): number | null {
  return /^[+-]?\d+(\.\d+)?[eE][+-]?\d{1,2}$/.test(text) ? Number(text) : null;
}

/** The digits with a point before the decimals; a single comma before three digits stands between thousands. */
function withPoint(core: string): string | null {
  const [comma, point] = [core.lastIndexOf(","), core.lastIndexOf(".")];
  if (comma >= 0 && point >= 0) {
    const decimal = comma > point ? "," : ".";
    const thousands = decimal === "," ? "." : ",";
    return core.indexOf(decimal) === core.lastIndexOf(decimal)
      ? core.replaceAll(thousands, "").replace(decimal, ".")
      : null;
  }
  if (comma >= 0) return /^\d{1,3}(,\d{3})+$/.test(core) ? core.replaceAll(",", "") : single(core, ",");
  if (point >= 0) return /^\d{1,3}(\.\d{3}){2,}$/.test(core) ? core.replaceAll(".", "") : single(core, ".");
  return core;
}

function single(core: string, decimal: string): string | null {
  return core.indexOf(decimal) === core.lastIndexOf(decimal) ? core.replace(decimal, ".") : null;
}
