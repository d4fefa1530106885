import type { Dimension } from "../../metrics/index.ts";
import { type Candidate, placesBetween } from "./candidates.ts";
import { findComparators } from "./read-comparators.ts";
import { findRoles } from "./read-roles.ts";
import { readTimes, type TimeMention } from "./read-times.ts";
import { listTaughtCandidates, type TaughtMatch } from "./taught-words.ts";
import type { Token } from "./tokens.ts";
import type { MetricPhraseEntry, Vocabulary } from "./vocabulary.ts";
import { droppedInPhrases, plainWords, recordVerbs, toCanonical, toRoot } from "./word-classes.ts";

/** A member of the tenant's that some words may mean. */
export type MemberMatch = {
  first: number;
  last: number;
  dimension: string;
  name: string;
  kind: "whole" | "core" | "part" | "initials" | "short" | "typo";
};

const boundaries = new Set([",", ";", ".", "and", "versus", "than", "but", "or"]);

/** Everything that the words of a question may mean, word by word and phrase by phrase. */
export function findCandidates(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  members: readonly MemberMatch[],
  today: string,
  taught: readonly TaughtMatch[] = [],
): Candidate[] {
  const times = readTimes(tokens, today).flatMap((mention) => {
    const whole = toTime(mention);
    // "goods in yesterday": the preposition may belong to the figure.
    const lead = tokens[mention.first]?.word ?? "";
    const isLed = mention.first < mention.last && ["in", "on", "for", "during", "over"].includes(lead);
    return isLed ? [whole, toTime({ ...mention, first: mention.first + 1 })] : [whole];
  });
  const dimensions = findDimensions(tokens, vocabulary);
  const named = findMembers(tokens, vocabulary, members);
  const nouns = findRowNouns(named, vocabulary);
  const own = [
    ...times,
    ...dimensions,
    ...named.filter((member) => !isArticle(member, tokens)),
    ...qualify(named, dimensions),
    ...findMetrics(tokens, vocabulary, nouns).filter((metric) => !takesSplit(metric, dimensions, tokens)),
    ...findJudgements(tokens, vocabulary),
    ...findCounts(tokens, dimensions),
    ...findComparators(tokens),
    ...findRoles(tokens),
  ];
  const learnt = listTaughtCandidates(taught, tokens, today);
  return learnt.length === 0 ? own : [...learnt, ...own.filter((candidate) => !isReplaced(candidate, learnt))];
}

/** Whether all words of a candidate belong to a taught word, which says what they mean. */
function isReplaced({ places }: Candidate, taught: readonly Candidate[]): boolean {
  return taught.some((one) => places.every((place) => one.places.includes(place)));
}

function toTime(mention: TimeMention): Candidate {
  const places = placesBetween(mention.first, mention.last);
  return { kind: "time", mention, places, score: 1.1 * places.length };
}

function findCounts(tokens: readonly Token[], dimensions: readonly Candidate[]): Candidate[] {
  const starts = new Set(dimensions.map(({ places }) => places[0]));
  return tokens.flatMap(({ word }, place): Candidate[] => {
    const isPeople = /^(?:people|persons)$/.test(tokens[place + 1]?.word ?? "");
    if (!starts.has(place + 1) && !isPeople) return [];
    const isOne =
      (word === "one" && ["the", "single"].includes(tokens[place - 1]?.word ?? "")) ||
      (word === "single" && tokens[place - 1]?.word === "the");
    const isCount = isOne || /^\d{1,2}$/.test(word);
    return isCount ? [{ kind: "count", count: isOne ? 1 : Number(word), places: [place], score: 1 }] : [];
  });
}

/** Whether a metric takes a word that is split by: the customers of "overdue by customer" are none of its own. */
function takesSplit(metric: Candidate, dimensions: readonly Candidate[], tokens: readonly Token[]): boolean {
  const starts = new Set(dimensions.map(({ places }) => places[0]));
  return metric.places.some(
    (place) =>
      starts.has(place) &&
      ["by", "each", "every"].includes(tokens[place - 1]?.word ?? "") &&
      !metric.places.includes(place - 1),
  );
}

/** Words that stand for the rows of a dataset because they name their kind: invoices are documents. */
type RowNoun = { places: readonly number[]; noun: string };

function findRowNouns(named: readonly Candidate[], { registry }: Vocabulary): RowNoun[] {
  return named.flatMap((candidate) => {
    if (candidate.kind !== "member" || !registry.dimensions.get(candidate.dimension)?.namesRows) return [];
    const datasets = [...registry.datasets.values()].filter(({ dimensions }) => candidate.dimension in dimensions);
    const nouns = new Set(datasets.flatMap(({ nouns = [] }) => nouns.slice(0, 1)));
    return [...nouns].map((noun) => ({ places: candidate.places, noun }));
  });
}

function findMetrics(tokens: readonly Token[], { phrasesByWord }: Vocabulary, nouns: readonly RowNoun[]): Candidate[] {
  const words = tokens.map(({ stem }) => toCanonical(stem));
  const roots = tokens.map(({ word }) => toRoot(word));
  const present = new Set([...words, ...roots, ...tokens.map(({ word }) => word), ...nouns.map(({ noun }) => noun)]);
  const best = new Map<string, Candidate>();
  const phrases = new Set([...present].flatMap((word) => phrasesByWord.get(word) ?? []));
  for (const phrase of phrases) {
    if (![...phrase.words].every((word) => present.has(word) || present.has(toRoot(word)))) continue;
    const candidate = matchPhrase(phrase, tokens, words, nouns);
    if (!candidate) continue;
    const key = `${phrase.metric}:${candidate.places.join()}`;
    const rival = best.get(key);
    if (!rival || rival.score < candidate.score) best.set(key, candidate);
  }
  return [...best.values()];
}

function matchPhrase(
  { metric, units, isWritten }: MetricPhraseEntry,
  tokens: readonly Token[],
  words: readonly string[],
  nouns: readonly RowNoun[],
): Candidate | null {
  const options = units.map((unit) => findUnit(unit, tokens, words, nouns));
  if (options.some((list) => list.length === 0)) return null;
  const chosen = chooseClosest(options);
  if (!chosen) return null;
  // "How much" and "how many" say which kind of figure is wanted, and not of what.
  const isAmount = (places: readonly number[]) =>
    places.length === 2 &&
    tokens[places[0] ?? 0]?.word === "how" &&
    /^m(?:uch|any)$/.test(tokens[places[1] ?? 0]?.word ?? "");
  const named = chosen.filter(({ places }) => !isAmount(places));
  const own = named.flatMap(({ places, isBorrowed }) => (isBorrowed ? [] : places));
  const spanned = named.flatMap(({ places }) => places);
  if (own.length === 0) return null;
  const [first, last] = [Math.min(...spanned), Math.max(...spanned)];
  const between = placesBetween(first, last).filter((place) => !spanned.includes(place));
  if (between.some((place) => boundaries.has(tokens[place]?.word ?? ""))) return null;
  const gaps = between.filter((place) => !plainWords.has(tokens[place]?.word ?? "")).length;
  if (gaps > 7) return null;
  if (spanned.length === 1 && isPhrasal(tokens, last)) return null;
  const isInOrder = chosen.every(
    ({ places }, index) => index === 0 || (chosen[index - 1]?.places[0] ?? 0) < (places[0] ?? 0),
  );
  const score =
    own.length +
    0.3 * (spanned.length - 1) -
    0.12 * gaps -
    (isInOrder ? 0 : 0.1) -
    (isWritten ? 0 : 0.05) +
    (own.length < spanned.length ? 0.4 : 0) -
    0.3 * chosen.filter(({ isRoot }) => isRoot).length;
  return { kind: "metric", metric, places: own, score };
}

const phrasalVerbs = new Set(
  "turn take bring come go get put give set run work carry pick make look hold fall".split(" "),
);

/** "Turn out" and "turn up" say something else than "turn". */
function isPhrasal(tokens: readonly Token[], place: number): boolean {
  const token = tokens[place];
  const isVerb = token !== undefined && (phrasalVerbs.has(token.word) || /(?:ed|ing)$/.test(token.word));
  return isVerb && ["out", "up", "down", "off", "away", "back", "over"].includes(tokens[place + 1]?.word ?? "");
}

type UnitPlace = { places: readonly number[]; isBorrowed: boolean; isRoot: boolean };

function findUnit(
  unit: readonly string[],
  tokens: readonly Token[],
  words: readonly string[],
  nouns: readonly RowNoun[],
): UnitPlace[] {
  const found: UnitPlace[] = [];
  for (let place = 0; place + unit.length <= tokens.length; place++) {
    const places = findRun(unit, place, tokens, words);
    if (places) found.push({ places, isBorrowed: false, isRoot: false });
  }
  // Other forms of a verb are taken where the word itself is not there: "wait for approve".
  if (found.length === 0 && unit.length === 1) {
    const root = toRoot(unit[0] ?? "");
    for (const [place, { word }] of tokens.entries()) {
      // What is done is not what is to be done: approved documents wait for no approval.
      const isDone = word.endsWith("ed") && !(unit[0] ?? "").endsWith("ed");
      if (toRoot(word) === root && !recordVerbs.has(word) && !isDone)
        found.push({ places: [place], isBorrowed: false, isRoot: true });
    }
  }
  if (unit.length === 1) {
    for (const { places, noun } of nouns) if (noun === unit[0]) found.push({ places, isBorrowed: true, isRoot: false });
  }
  return found.slice(0, 4);
}

/** The places of words that stand together; what need not be said may stand between them: at the door, out of stock. */
function findRun(
  unit: readonly string[],
  at: number,
  tokens: readonly Token[],
  words: readonly string[],
): number[] | null {
  const places: number[] = [];
  let place = at;
  for (const word of unit) {
    while (places.length > 0 && word !== tokens[place]?.word && droppedInPhrases.has(tokens[place]?.word ?? ""))
      place++;
    if (words[place] !== word && tokens[place]?.word !== word) return null;
    places.push(place);
    place++;
  }
  return places;
}

/** One place for each unit of a phrase, no word twice, as near to each other as can be. */
function chooseClosest(options: readonly (readonly UnitPlace[])[]): UnitPlace[] | null {
  let partial: UnitPlace[][] = [[]];
  for (const list of options) {
    partial = partial
      .flatMap((chosen) => list.map((one) => [...chosen, one]))
      .filter((chosen) => {
        const places = chosen.flatMap((one) => one.places);
        return new Set(places).size === places.length;
      })
      .slice(0, 64);
  }
  const width = (chosen: readonly UnitPlace[]) => {
    const places = chosen.flatMap((one) => one.places);
    return Math.max(...places) - Math.min(...places);
  };
  return partial.sort((a, b) => width(a) - width(b))[0] ?? null;
}

function findJudgements(tokens: readonly Token[], { judgements }: Vocabulary): Candidate[] {
  return judgements.flatMap(({ metric, words, op, value }) =>
    findSequence(words, tokens, true).map(
      (places): Candidate => ({ kind: "judgement", metric, op, value, places, score: 1.4 * places.length }),
    ),
  );
}

function findDimensions(
  tokens: readonly Token[],
  { dimensions }: Vocabulary,
): Extract<Candidate, { kind: "dimension" }>[] {
  return dimensions.flatMap(({ id, words }) =>
    findSequence(words, tokens).map((places) => {
      const last = tokens[places.at(-1) ?? 0];
      return {
        kind: "dimension" as const,
        dimension: id,
        isPlural: last !== undefined && last.word !== last.stem,
        places,
        score: places.length + 0.25 * (places.length - 1),
      };
    }),
  );
}

/** Where words stand one after the other; with `skips`, articles may stand between them. */
function findSequence(words: readonly string[], tokens: readonly Token[], skips = false): number[][] {
  const found: number[][] = [];
  for (let start = 0; start < tokens.length; start++) {
    const places: number[] = [];
    let place = start;
    for (const word of words) {
      while (
        skips &&
        places.length > 0 &&
        ["the", "its", "their", "our", "sales", "monthly"].includes(tokens[place]?.word ?? "")
      )
        place++;
      const token = tokens[place];
      if (!token || (token.stem !== word && token.word !== word)) break;
      places.push(place);
      place++;
    }
    if (places.length === words.length) found.push(places);
  }
  return found;
}

const kindScores: Readonly<Record<MemberMatch["kind"], number>> = {
  whole: 1.15,
  core: 1.1,
  part: 0.8,
  initials: 0.75,
  short: 0.75,
  typo: 0.8,
};

type MemberCandidate = Extract<Candidate, { kind: "member" }>;

function findMembers(
  tokens: readonly Token[],
  { members, dimensions, metricWords }: Vocabulary,
  matches: readonly MemberMatch[],
): MemberCandidate[] {
  const names = new Map<string, Set<string>>();
  for (const { id, words } of dimensions) names.set(id, (names.get(id) ?? new Set()).add(words.join(" ")));
  // A weekday is a day unless it comes back, which the reading of times tells.
  const lists = members.filter(({ dimension }) => dimension !== "day_of_week");
  const fixed = lists.flatMap(({ dimension, name, words }) =>
    findSequence(words, tokens).map((places) => ({
      kind: "member" as const,
      dimension,
      name,
      isQualified: false,
      places,
      // What rows of a state are counted by is rather asked for by its metric.
      score: (dimension.endsWith("_status") ? 0.9 : 1.05) * places.length + 0.2 * (places.length - 1),
    })),
  );
  // The word "warehouse" in the name of a warehouse names none of them.
  const telling = matches.filter(({ kind, dimension, name, first, last }) => {
    const text = tokens
      .slice(first, last + 1)
      .map(({ stem }) => stem)
      .join(" ");
    // "deliveries" are no delivery notes.
    const isPart = kind === "part" || (kind === "typo" && name.includes(" "));
    const isFigure = isPart && first === last && metricWords.has(text) && !tokens[first]?.isName;
    return kind === "whole" || (!isFigure && !names.get(dimension)?.has(text));
  });
  const own = telling.map((match) => {
    const places = placesBetween(match.first, match.last);
    return {
      kind: "member" as const,
      dimension: match.dimension,
      name: match.name,
      isQualified: false,
      places,
      score: kindScores[match.kind] * places.length + 0.2 * (places.length - 1),
    };
  });
  return [...fixed, ...own];
}

/** Whether a member is the word "a" with nothing beside it: an article names no zone. */
function isArticle({ places }: MemberCandidate, tokens: readonly Token[]): boolean {
  return places.length === 1 && tokens[places[0] ?? 0]?.text === "a";
}

/** A member beside the name of its dimension: zone A, the north region. */
function qualify(
  members: readonly MemberCandidate[],
  dimensions: readonly Extract<Candidate, { kind: "dimension" }>[],
): Candidate[] {
  return members.flatMap((member) =>
    dimensions.flatMap((dimension): Candidate[] => {
      if (dimension.dimension !== member.dimension) return [];
      const [first = 0, last = 0] = [member.places[0], member.places.at(-1)];
      const isBeside = dimension.places[0] === last + 1 || (dimension.places.at(-1) ?? 0) === first - 1;
      if (!isBeside) return [];
      const places = [...member.places, ...dimension.places].sort((a, b) => a - b);
      return [{ ...member, places, isQualified: true, score: member.score + dimension.score + 0.4 }];
    }),
  );
}

/** Whether a dimension's members can be meant by a single letter or number alone: never. */
export function needsQualifier(
  candidate: MemberCandidate,
  tokens: readonly Token[],
  dimension: Dimension | undefined,
): boolean {
  if (candidate.isQualified || !dimension) return false;
  const text = candidate.places.map((place) => tokens[place]?.word ?? "").join("");
  return text.length < 2 || /^\d+$/.test(text);
}
