import type { QuotedPassage } from "@console/contracts";
import type { TenantScope } from "../../../platform/db/database.ts";
import {
  chooseQuoted,
  findNearestWord,
  mostQuoted,
  readAsked,
  scorePassages,
  stemWord,
} from "../../assistant/index.ts";
import {
  type FilePassage,
  measurePassages,
  selectByKeys,
  selectFirst,
  selectWeighed,
  selectWordsLike,
} from "./file-passage-store.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** What files say about a question. */
export type FileSearch = {
  /** Whether their passages say what is asked for, only come near to it, or are their beginnings, where all was asked for. */
  found: "said" | "near" | "start" | "nothing";
  /** What is quoted, the best first. */
  quoted: QuotedPassage[];
  /** What a model is told: all that the files hold where it is short, else the best of it. */
  told: QuotedPassage[];
};

/** Letters of files that a model is told with one question. */
export const mostToldLetters = 8000;
const mostTold = 40;

/** Words that speak of a file, and not of what is in it. */
const aboutFiles = new Set(
  (
    "file document attachment attach pdf page sheet spreadsheet text content say tell mention explain describe " +
    "summarise summarize summary overview give short brief please read"
  )
    .split(" ")
    .map(stemWord),
);

/** Looks for an answer in files that were read. */
export async function searchFiles(scope: Scope, files: readonly string[], question: string): Promise<FileSearch> {
  const { passages: total, letters } = await measurePassages(scope, files);
  const words = await mendWords(
    scope,
    files,
    readAsked(question)
      .map(({ word }) => word)
      .filter((word) => !aboutFiles.has(word)),
  );
  const scored = scorePassages(words, words.length === 0 ? [] : await selectWeighed(scope, files, words), total);
  const { isAnswer, quoted } = chooseQuoted(scored);
  const start = words.length === 0 ? await selectFirst(scope, files, mostQuoted) : [];
  const found = start.length > 0 ? "start" : isAnswer ? "said" : quoted.length > 0 ? "near" : "nothing";
  const shown = found === "start" ? start.slice(0, mostQuoted) : await selectByKeys(scope, quoted);
  const isShort = letters <= mostToldLetters;
  const best = isShort || scored.length === 0 ? await selectFirst(scope, files, mostTold) : null;
  const told = best ?? (await selectByKeys(scope, scored.slice(0, mostTold)));
  return { found, quoted: shown.map(toQuoted), told: cutTold(told).map(toQuoted) };
}

const shortestMended = 4;

/** Words that no file has are mended to the one word that is nearest, where there is one. */
async function mendWords(scope: Scope, files: readonly string[], words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const known = new Set((await selectWeighed(scope, files, words)).flatMap(({ weights }) => Object.keys(weights)));
  const typed = words.filter((word) => !known.has(word) && word.length >= shortestMended && !/\d/.test(word));
  if (typed.length === 0) return [...words];
  const near = await selectWordsLike(scope, files, typed);
  return [...new Set(words.map((word) => (typed.includes(word) ? (findNearestWord(word, near) ?? word) : word)))];
}

/** As many as a model may be told; the first one in any case, cut where it is too long. */
function cutTold(passages: readonly FilePassage[]): FilePassage[] {
  const told: FilePassage[] = [];
  let left = mostToldLetters;
  for (const passage of passages) {
    if (passage.content.length > left && told.length > 0) break;
    told.push({ ...passage, content: passage.content.slice(0, left) });
    left -= passage.content.length;
  }
  return told;
}

function toQuoted({ file, position, title, kind, headings, page, content }: FilePassage): QuotedPassage {
  return {
    document: file,
    passage: String(position),
    title,
    headings,
    page,
    kind,
    content,
    isShared: false,
    staleSince: null,
    isFromFile: true,
  };
}
