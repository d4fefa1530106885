import type { Metric, MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { firstPlace } from "./find-in-items.ts";
import type { Token } from "./tokens.ts";

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

export function isFirstWord(word: string, tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, place) => token.word === word && (place === 0 || /^[,;.]$/.test(tokens[place - 1]?.word ?? "")),
  );
}

/** Whether it is asked which of two has more: joined by "or", with a word that compares them. */
export function isContestOf(items: readonly Candidate[], tokens: readonly Token[]): boolean {
  const isEither = items.some((item) => item.kind === "role" && item.role === "and" && say(item, tokens) === "or");
  const isCompared = items.some(
    (item) =>
      item.kind === "role" &&
      /^(?:better|worse|bigger|higher|lower|smaller|stronger|weaker|[a-z]+er)$/.test(say(item, tokens)),
  );
  return isEither && (isCompared || tokens.some(({ word }) => word === "whose"));
}

/** Whether members of a dimension stand side by side with no word that adds them up. */
export function isListed(dimension: string, members: readonly Item<"member">[], items: readonly Candidate[]): boolean {
  const own = members.filter((member) => member.dimension === dimension);
  const [first, second] = own;
  if (!first || !second) return false;
  return !items.some(
    (item) =>
      item.kind === "role" &&
      item.role === "and" &&
      firstPlace(item) > firstPlace(first) &&
      firstPlace(item) < firstPlace(second),
  );
}

/** A dimension in the words of a metric itself, such as "suppliers owed", or the party that it is about. */
export function findInnerDimension(
  main: Metric,
  metrics: readonly Item<"metric">[],
  { registry, tokens }: { registry: MetricRegistry; tokens: readonly Token[] },
): { dimension: string; isPlural: boolean } | null {
  const words = metrics.flatMap(({ places }) => places.flatMap((place) => tokens[place] ?? []));
  for (const id of registry.dimensionsFor(main)) {
    const { label = "", synonyms = [], phrases = [] } = registry.dimensions.get(id) ?? {};
    const names = new Set([label, ...synonyms, ...phrases].map((name) => name.toLowerCase()));
    const word = words.find(({ word, stem }) => names.has(stem) || names.has(word));
    if (word) return { dimension: id, isPlural: word.word !== word.stem };
  }
  return main.party ? { dimension: main.party, isPlural: false } : null;
}

/** "Before I scold anyone" asks for nobody. */
export function isAnybody(item: Candidate, tokens: readonly Token[]): boolean {
  return /^any/.test(say(item, tokens));
}

/** "What sells best" and "which things": a word that asks for things, whatever they are. */
export function isForThing(item: Candidate, tokens: readonly Token[]): boolean {
  const after = tokens[Math.max(...item.places) + 1]?.word ?? "";
  return /^(?:things?|ones?|goods)$/.test(after) || /^(?:what|anything)$/.test(say(item, tokens));
}

/** Whether several things are asked for: which things, what items. */
export function isPluralThing({ places }: Candidate, tokens: readonly Token[]): boolean {
  return /^(?:things|ones|goods)$/.test(tokens[Math.max(...places) + 1]?.word ?? "");
}

export function say({ places }: Candidate, tokens: readonly Token[]): string {
  return places.map((place) => tokens[place]?.word ?? "").join(" ");
}

const harmless = new Set([
  "anything",
  "anyone",
  "anybody",
  "by",
  "across",
  "what",
  "against",
  "among",
  "amongst",
  "according",
  "to",
]);

/** A word that can have a role and here has none: "by" before a name, "what" at the beginning. */
export function isHarmless(item: Item<"role">, items: readonly Candidate[], tokens: readonly Token[]): boolean {
  const words = item.places.map((place) => tokens[place]?.word ?? "");
  if (words.length === 1 && words[0] === "per") {
    const next = items.find(({ places }) => places.includes((item.places.at(-1) ?? 0) + 1));
    return next?.kind === "time" || next?.kind === "metric";
  }
  if (item.role === "mood") return true;
  if (item.role === "split" && words.length > 1) {
    const next = items.find(({ places }) => places.includes((item.places.at(-1) ?? 0) + 1));
    return next?.kind === "metric" || next?.kind === "member";
  }
  return words.every((word) => harmless.has(word));
}
