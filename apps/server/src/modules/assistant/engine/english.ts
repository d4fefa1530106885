import actions from "./action-words.json" with { type: "json" };
import list from "./english-words.json" with { type: "json" };

const words = new Set(list.words.split(" "));
const actionWords = new Set(actions.words.split(" "));

/** Whether a word says what somebody does, or how: a verb in any of its forms, or an adverb. It names no thing. */
export function isAction(word: string): boolean {
  if (actionWords.has(word)) return true;
  if (words.has(word)) return false;
  if (word.endsWith("ly") && isEnglish(word)) return true;
  return listBases(word).some((base) => base.length > 1 && actionWords.has(base));
}

/** Whether English has a word, also in a form that follows from another: plurals, past, -ing and -ly. */
export function isEnglish(word: string): boolean {
  return words.has(word) || listBases(word).some((base) => base.length > 1 && words.has(base));
}

/** The word that another is a form of, as far as English has it; else the word itself. */
export function baseForm(word: string): string {
  if (word.length < 4) return word;
  return listBases(word).find((base) => base.length > 2 && words.has(base)) ?? word;
}

function listBases(word: string): string[] {
  const bases: string[] = [];
  const cut = (ending: string, ...replacements: string[]) => {
    if (!word.endsWith(ending)) return;
    const start = word.slice(0, word.length - ending.length);
    for (const replacement of replacements) bases.push(start + replacement);
    // A consonant is doubled before the ending: dropped, planning.
    if (ending !== "s" && start.at(-1) === start.at(-2)) bases.push(start.slice(0, -1));
  };
  cut("ies", "y");
  cut("es", "");
  if (!word.endsWith("ss")) cut("s", "");
  cut("ied", "y");
  cut("ed", "", "e");
  cut("ing", "", "e");
  // "runing" lacks a letter: a short vowel before a consonant doubles it.
  if (/^[^aeiou]*[aeiou][bdgmnprt](?:ing|ed)$/.test(word)) {
    const start = word.replace(/(?:ing|ed)$/, "");
    return words.has(`${start}e`) ? [`${start}e`] : [];
  }
  cut("ly", "");
  return bases;
}
