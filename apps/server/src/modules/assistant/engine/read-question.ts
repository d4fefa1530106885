import { type Candidate, placesBetween } from "./candidates.ts";
import { findCandidates, type MemberMatch } from "./chart.ts";
import { combine } from "./combine.ts";
import { isEnglish } from "./english.ts";
import { hintMetrics } from "./hint-metrics.ts";
import { type AskedQuery, interpret, type Reading } from "./interpret.ts";
import { findEvidence, liftReadings } from "./lift-readings.ts";
import { type FoundMember, listMemberSpans, type MemberSpan, matchMembers } from "./member-keys.ts";
import { findKeySlots, writeKey } from "./question-key.ts";
import { moveMatch, readTaught } from "./read-taught.ts";
import { repairTypos } from "./repair-typos.ts";
import type { TaughtWord } from "./taught-word.ts";
import { readTokens, type Token } from "./tokens.ts";
import { noTraining, type Training } from "./training-index.ts";
import type { TaughtExample } from "./training-items.ts";
import { trimTalk } from "./trim-talk.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Parts of the engine that an evaluation can turn off, to see what each is worth. */
export type EngineParts = {
  /** Figures are asked for by phrases too, and not by their names alone. */
  usesPhrases: boolean;
  repairsTypos: boolean;
  demandsEveryWord: boolean;
  heedsRoles: boolean;
};
export const allParts: EngineParts = partsWithout(null);

/** All parts but one. */
export function partsWithout(part: "phrases" | "typos" | "roles" | "passing" | null): EngineParts {
  return {
    usesPhrases: part !== "phrases",
    repairsTypos: part !== "typos",
    demandsEveryWord: part === "passing",
    heedsRoles: part !== "roles",
  };
}

/** A question whose members are still to be looked up. */
export type OpenQuestion = {
  /** All words, with what people say around a question. */
  all: readonly Token[];
  /** The words that ask, as far as they can be told before the members are known. */
  tokens: readonly Token[];
  spans: readonly MemberSpan[];
};

/** Takes a question apart, and says which texts are to be looked up among the tenant's members. */
export function openQuestion(question: string, vocabulary: Vocabulary, today: string): OpenQuestion {
  const all = readTokens(question);
  const tokens = trimTalk(all, { vocabulary, members: new Set(), today });
  return { all, tokens, spans: listMemberSpans(all, vocabulary.words) };
}

export type ReadQuestion = {
  /** The question with the words that were taught to mean nothing. */
  whole: { tokens: readonly Token[]; members: readonly MemberMatch[] };
  tokens: readonly Token[];
  members: readonly MemberMatch[];
  candidates: readonly Candidate[];
  readings: readonly Reading[];
  /** Figures that share words with the question, the likeliest first. */
  hints: readonly string[];
  /** Words that were taught to mean nothing, which stand in the question and not in its tokens. */
  passed: readonly TaughtWord[];
  /** The example that made the first reading likelier than another. */
  decisive: TaughtExample | null;
};

type Deps = {
  vocabulary: Vocabulary;
  today: string;
  domain: string | null;
  parts: EngineParts;
  training?: Training;
};

/** All ways to read a question, the best first; two that ask for the same are one. */
export function readQuestion(
  { all: typed, spans }: OpenQuestion,
  found: readonly FoundMember[],
  { vocabulary, today, domain, parts, training = noTraining }: Deps,
): ReadQuestion {
  const matches = matchMembers(typed, spans, found);
  const exact = matches.filter(({ kind }) => kind !== "typo");
  const known = new Set(exact.flatMap(({ first, last }) => placesBetween(first, last)));
  const whole = trimMatched(parts.repairsTypos ? repairTypos(typed, vocabulary.words, known) : typed, matches, {
    vocabulary,
    today,
  });
  const { tokens, members, passed, taught } = readTaught(whole.tokens, whole.members, training, vocabulary.registry);
  const candidates = findCandidates(tokens, vocabulary, members, today, taught);
  const readings = combine(tokens, candidates).map((combination) =>
    interpret(combination, {
      tokens,
      registry: vocabulary.registry,
      wordsByMetric: vocabulary.wordsByMetric,
      namesByMetric: vocabulary.namesByMetric,
      today,
      domain,
    }),
  );
  const best = new Map<string, Reading>();
  for (const reading of readings) {
    const key = canonicalText(reading.query);
    const rival = best.get(key);
    if (!rival || rival.score < reading.score) best.set(key, reading);
  }
  const evidence = findEvidence(writeKey(tokens, findKeySlots(tokens, members, today)), training);
  const { readings: ranked, decisive } = liftReadings([...best.values()], evidence);
  const hints = hintMetrics(tokens, vocabulary);
  return { whole, tokens, members, candidates, readings: ranked, hints, passed, decisive };
}

/** A question and its members without what people say around it. */
function trimMatched(
  tokens: readonly Token[],
  members: readonly MemberMatch[],
  { vocabulary, today }: Pick<Deps, "vocabulary" | "today">,
): ReadQuestion["whole"] {
  const isFigure = ({ first, last }: MemberMatch) =>
    first === last && !tokens[first]?.isName && vocabulary.metricHeads.has(tokens[first]?.stem ?? "");
  const naming = members.filter((match) => isTelling(match, tokens) && !isFigure(match));
  const named = new Set(naming.flatMap(({ first, last }) => tokens.slice(first, last + 1)));
  const kept = trimTalk(tokens, { vocabulary, members: named, today });
  if (kept.length === tokens.length) return { tokens, members };
  const places = new Map<number, number>();
  for (const [place, token] of kept.entries()) places.set(tokens.indexOf(token), place);
  return { tokens: kept, members: members.flatMap((match) => moveMatch(match, places)) };
}

/** Whether words name a member and are not common ones that a name happens to have. */
function isTelling({ kind, first, last }: MemberMatch, tokens: readonly Token[]): boolean {
  const words = tokens.slice(first, last + 1);
  // The article names no zone.
  if (kind === "whole" || kind === "core") return words.some(({ word }) => word.length > 1);
  return kind === "part" && words.every(({ word, isName }) => isName || !isEnglish(word));
}

/** A text that is the same for queries that ask for the same. */
export function canonicalText(query: AskedQuery): string {
  const filters = (query.filters ?? [])
    .map(({ field, op, values }) => `${field} ${op ?? "in"} ${[...values].sort().join("|")}`)
    .sort();
  const { metrics, filters: _, ...rest } = query;
  const entries = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([metrics, filters, entries]);
}
