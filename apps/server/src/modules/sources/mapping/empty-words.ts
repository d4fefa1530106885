import type { TargetField } from "@console/contracts";

/** Words that mean in any column that there is no value. */
const always = new Set(["n/a", "#n/a", "null", "(null)", "(blank)", "\\n"]);
/** Words that may be names, and mean nothing where a number or a day is wanted. */
const whereCounted = new Set(["-", "--", "\u2013", "\u2014", "none", "nan", "na", "nil", "?", "."]);
const countedTypes = new Set<TargetField["type"]>(["instant", "day", "number", "quantity", "money"]);

/** Words that mean where a day is wanted that there never is one. */
const endless = new Set(
  ["perpetual", "perpetually", "indefinite", "indefinitely", "unlimited", "evergreen", "never", "forever"].concat([
    "no expiry",
    "does not expire",
    "no end date",
    "open ended",
    "open-ended",
    "unbefristet",
    "unbegrenzt",
    "indéterminée",
    "durée indéterminée",
    "indefinido",
    "indefinida",
    "sin vencimiento",
    "indeterminato",
    "tempo indeterminato",
    "indeterminado",
    "onbepaalde tijd",
    "bezterminowo",
    "süresiz",
    "бессрочно",
    "безстроково",
    "غير محدد المدة",
    "无限期",
    "無期限",
  ]),
);

/** The last day that programs can write, which stands for no end. */
const lastDay = /^(?:9999[-/.]?12[-/.]?31|31[-/.]12[-/.]9999|12[-/.]31[-/.]9999)(?:[T ].*)?$/;

/** Whether a text says of a day that it never comes. */
export function isEndlessWord(text: string): boolean {
  return endless.has(text.trim().toLowerCase()) || lastDay.test(text.trim());
}

/** Whether a part of a date was left to be filled in, as in a draft: `[]/[]/2020`, `04/__/2013`. */
export function isBlankDate(text: string, type: TargetField["type"]): boolean {
  return (type === "day" || type === "instant") && /\[[\s_.]*\]|_{2}/.test(text);
}

/** Whether a text means that there is no value: a word that always does, or one that the mapping names. */
export function isEmptyWord(text: string, type: TargetField["type"], ownWords: readonly string[] = []): boolean {
  const word = text.trim().toLowerCase();
  if (always.has(word) || (countedTypes.has(type) && whereCounted.has(word))) return true;
  return ownWords.some((own) => own.trim().toLowerCase() === word);
}
