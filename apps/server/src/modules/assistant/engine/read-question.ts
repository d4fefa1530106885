import { placesBetween } from "./candidates.ts";
import { findCandidates, type MemberMatch } from "./chart.ts";
import { combine } from "./combine.ts";
import { type AskedQuery, interpret, type Reading } from "./interpret.ts";
import { type FoundMember, listMemberSpans, type MemberSpan, matchMembers } from "./member-keys.ts";
import { repairTypos } from "./repair-typos.ts";
import { readTokens, type Token } from "./tokens.ts";
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
export type OpenQuestion = { tokens: readonly Token[]; spans: readonly MemberSpan[] };

/** Takes a question apart, and says which texts are to be looked up among the tenant's members. */
export function openQuestion(question: string, vocabulary: Vocabulary): OpenQuestion {
  const tokens = trimTalk(readTokens(question), vocabulary);
  return { tokens, spans: listMemberSpans(tokens, vocabulary.words) };
}

export type ReadQuestion = { tokens: readonly Token[]; members: readonly MemberMatch[]; readings: readonly Reading[] };

/** All ways to read a question, the best first; two that ask for the same are one. */
export function readQuestion(
  { tokens: typed, spans }: OpenQuestion,
  found: readonly FoundMember[],
  {
    vocabulary,
    today,
    domain,
    parts,
  }: { vocabulary: Vocabulary; today: string; domain: string | null; parts: EngineParts },
): ReadQuestion {
  const members = matchMembers(typed, spans, found);
  const exact = members.filter(({ kind }) => kind !== "typo");
  const known = new Set(exact.flatMap(({ first, last }) => placesBetween(first, last)));
  const tokens = parts.repairsTypos ? repairTypos(typed, vocabulary.words, known) : typed;
  const candidates = findCandidates(tokens, vocabulary, members, today);
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
  return { tokens, members, readings: [...best.values()].sort((a, b) => b.score - a.score) };
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
