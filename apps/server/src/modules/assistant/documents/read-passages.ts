import { SourceProblem } from "../../../connectors/connector.ts";
import type { DocumentFormat } from "../../../connectors/documents/document-block.ts";
import type { ReadingPool } from "../../../connectors/reading/reading-pool.ts";
import type { Passage } from "./passage.ts";
import { PassageSplitter } from "./split-passages.ts";

/** What a file gave. */
export type ReadPassages = {
  passages: Passage[];
  characters: number;
  format: DocumentFormat | null;
  pages: number | null;
  emptyPages: number[];
};

/** What a file may hold; its reader has limits of its own beside them. */
export type PassageLimits = { passages: number; pages?: number; characters?: number };

type Reading = {
  limits: PassageLimits;
  signal: AbortSignal;
  /** Told now and then how much has been read; false where nobody wants the rest. */
  onProgress: (share: number) => Promise<boolean>;
};

const progressMs = 1000;

/** Reads the passages of a file in a process of its own; null where somebody has stopped it. */
export async function readPassages(
  pool: ReadingPool,
  file: { path: string; name: string },
  { limits, signal, onProgress }: Reading,
): Promise<ReadPassages | null> {
  const splitter = new PassageSplitter();
  let told = Date.now();
  let [pages, emptyPages]: [number | null, number[]] = [null, []];
  let format: DocumentFormat | null = null;
  for await (const part of pool.read("document", file, signal)) {
    for (const block of part.blocks) splitter.add(block);
    ({ pages, emptyPages, format } = part);
    requireWithin(limits, { passages: splitter.count, pages: pages ?? 0, characters: splitter.characters });
    if (Date.now() - told < progressMs) continue;
    told = Date.now();
    if (!(await onProgress(part.share))) return null;
  }
  const passages = splitter.end();
  if (passages.length === 0) throw new SourceProblem("config", "The file holds no text that people can read.");
  const { characters } = splitter;
  requireWithin(limits, { passages: passages.length, pages: pages ?? 0, characters });
  return { passages, characters, format, pages, emptyPages };
}

function requireWithin(limits: PassageLimits, counts: Required<PassageLimits>): void {
  for (const what of ["pages", "characters", "passages"] as const) {
    const most = limits[what];
    if (most === undefined || counts[what] <= most) continue;
    throw new SourceProblem("config", `The file has more than ${most.toLocaleString("en-US")} ${what}. Split it.`);
  }
}

const mostNamed = 10;

/** Which pages gave nothing; null where all gave something. */
export function describeEmptyPages(pages: readonly number[]): string | null {
  if (pages.length === 0) return null;
  const named = pages.slice(0, mostNamed).join(", ");
  const more = pages.length > mostNamed ? ` and ${pages.length - mostNamed} more` : "";
  return `${pages.length === 1 ? "Page" : "Pages"} ${named}${more} ${pages.length === 1 ? "has" : "have"} no text: pictures are not read.`;
}
