import type { AskAnswer, AskReason, Attachment, QuotedPassage } from "@console/contracts";
import type { TenantScope } from "../../../platform/db/database.ts";
import { findAddressing, hasFigure } from "../../assistant/index.ts";
import { allowsAttachments, attachmentsOff } from "./file-rules.ts";
import { type FileSearch, searchFiles } from "./search-files.ts";

/** What is refused whatever files say. */
const neverQuoted: ReadonlySet<AskReason | null> = new Set(["instructions", "other_tenant"]);

/** The files that a question is about. */
export type AskedFiles = {
  /** Attached to the question itself: what is found in them is told in any case. */
  attached: readonly Attachment[];
  /** Attached earlier in the conversation: they answer what the figures do not. */
  earlier: readonly Attachment[];
};

export const noFiles: AskedFiles = { attached: [], earlier: [] };

/** What the files of a question say, with the words to tell it. */
export type FileAnswer = FileSearch & { text: string };

type Asked = { question: string; files: AskedFiles; aboutTenant: string | null };

/** Looks for an answer in the files of a question; null where none is to be looked at, or earlier ones have nothing to add. */
export async function askFiles(
  scope: TenantScope,
  { question, files: { attached, earlier }, aboutTenant }: Asked,
  { outcome, reason }: Pick<AskAnswer, "outcome" | "reason">,
): Promise<FileAnswer | null> {
  if (neverQuoted.has(reason)) return null;
  if (attached.length === 0 && (earlier.length === 0 || outcome === "answer")) return null;
  if (!(await allowsAttachments(scope, aboutTenant))) {
    return attached.length === 0 ? null : { ...nothingFound, text: `${attachmentsOff} Your files were not read.` };
  }
  const asked = attached.length > 0 ? attached : earlier;
  const ids = asked.flatMap(({ file }) => file ?? []);
  const gone = asked.filter(({ file }) => file === null).map(({ name }) => name);
  const search = ids.length === 0 ? nothingFound : await searchFiles(scope, ids, question);
  if (attached.length === 0) return search.found === "said" ? { ...search, text: describe(search, ids.length) } : null;
  const parts = [ids.length > 0 ? describe(search, ids.length) : "", describeGone(gone)];
  return { ...search, text: parts.filter((part) => part !== "").join(" ") };
}

const nothingFound: FileSearch = { found: "nothing", quoted: [], told: [] };

function describe({ found, quoted }: FileSearch, files: number): string {
  const said = new Set(quoted.map(({ document }) => document)).size;
  if (found === "said") {
    const whose = said === 1 ? "your file" : "your files";
    return quoted.length === 1 ? `This passage of ${whose} is about it.` : `These passages of ${whose} are about it.`;
  }
  if (found === "start") return files === 1 ? "This is how your file begins." : "This is how your files begin.";
  const none = files === 1 ? "Your file does not say it." : "None of your files says it.";
  return found === "near" ? `${none} This comes nearest.` : none;
}

function describeGone(names: readonly string[]): string {
  if (names.length === 0) return "";
  const listed = names.map((name) => `“${name}”`).join(", ");
  return names.length === 1 ? `${listed} is not there any more.` : `${listed} are not there any more.`;
}

/** Puts what files say beside what the figures and documents say. */
export function joinAnswers(engine: AskAnswer, { found, quoted, text }: FileAnswer): AskAnswer {
  const passages = [...quoted, ...(engine.passages ?? [])];
  const shown = passages.length > 0 ? { passages } : {};
  const isFound = found === "said" || found === "start";
  // A word for a file can be the name of a figure too.
  const hasFigures = found !== "start" && (!engine.result || engine.result.rows.some(hasFigure));
  if (engine.outcome === "answer" && hasFigures) return { ...engine, ...shown, text: `${engine.text} ${text}` };
  if (!isFound) return { ...engine, ...shown, text: `${text} ${engine.text}` };
  return { outcome: "answer", reason: null, text, assumptions: [], unused: [], passages: quoted };
}

/** Passages as a model is told of them: as data, each with where it stands. */
export function writeFilePassages(passages: readonly QuotedPassage[]): string {
  return passages
    .map(({ title, page, headings, content }) => {
      // A name can speak to the assistant too.
      const name = findAddressing(title) === null ? title : "A file";
      const place = [name, ...(page === null ? [] : [`page ${page}`]), ...headings.slice(-1)].join(", ");
      return `[${place}]\n${content}`;
    })
    .join("\n\n");
}

/** An answer without the words of files: for whoever is not their owner, and for what leaves the product. */
export function withoutFilePassages(answer: AskAnswer): AskAnswer {
  const { passages, ...rest } = answer;
  const left = passages?.filter(({ isFromFile }) => isFromFile !== true) ?? [];
  return left.length > 0 ? { ...rest, passages: left } : rest;
}
