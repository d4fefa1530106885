import type { MetricQueryInput } from "@console/contracts";
import type { Metric, MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { chooseMetrics, isOwnWord } from "./choose-metrics.ts";
import type { Combination } from "./combine.ts";
import { countJoints, findPerson, findRate, firstPlace, isEachOf, roleBefore } from "./find-in-items.ts";
import { countOtherParties, findAmounts, findValueFigure, fitKind, isCountAndValue } from "./fit-figures.ts";
import { findBuckets, readFilters } from "./read-filters.ts";
import { readSplits } from "./read-splits.ts";
import { fittingGrain, looksAhead, readTimeParts } from "./resolve-times.ts";
import type { Token } from "./tokens.ts";

/** A metric query as somebody would write it: what holds only a default is left out. */
export type AskedQuery = Pick<MetricQueryInput, "dimensions" | "filters" | "time" | "grain" | "compare" | "having"> &
  Pick<MetricQueryInput, "sort" | "limit" | "limitPer" | "cumulative" | "share"> & {
    metrics: string[];
    explain?: true;
  };

/** What a reading does not take into account, and what it makes of the rest. */
export type Reading = {
  query: AskedQuery;
  score: number;
  /** The places of words that nothing explains. */
  left: readonly number[];
  /** The places of words with a role that the query has no use for. */
  unusedRoles: readonly number[];
  problems: readonly Problem[];
  /** The figure is an average, so that the word need not be in its name. */
  isAveraged: boolean;
  /** No word named the metric. */
  isImplied: boolean;
  /** Dimensions that are named and not asked for. */
  background: readonly string[];
  /** The places of the words behind each metric and member, to name them. */
  items: readonly Candidate[];
};

export type Problem =
  | { kind: "no metric" }
  | { kind: "incompatible"; metric: string; dimension: string }
  | { kind: "future"; day: string }
  | { kind: "forecast" }
  /** Two figures that nothing joins. */
  | { kind: "several metrics" }
  | { kind: "no dimension" };

type Deps = {
  tokens: readonly Token[];
  registry: MetricRegistry;
  /** The words that each metric is asked by. */
  wordsByMetric: ReadonlyMap<string, ReadonlySet<string>>;
  /** The words of the names of each metric. */
  namesByMetric: ReadonlyMap<string, ReadonlySet<string>>;
  today: string;
  /** The domain of the page that the question was asked on. */
  domain: string | null;
};

type Item<Kind extends Candidate["kind"]> = Extract<Candidate, { kind: Kind }>;

/** What each dimension costs that a metric does not know. */
export const misfitCost = 2.4;

/** The dimensions of a query that its metrics do not know. */
export function listMisfits(
  { metrics, dimensions = [], filters = [] }: AskedQuery,
  registry: MetricRegistry,
): Problem[] {
  const asked = new Set([...dimensions, ...filters.map(({ field }) => field)]);
  return metrics.flatMap((id) => {
    const metric = registry.metrics.get(id);
    const works = metric ? registry.dimensionsFor(metric) : [];
    const unknown = [...asked].filter((dimension) => !works.includes(dimension));
    return unknown.map((dimension) => ({ kind: "incompatible" as const, metric: id, dimension }));
  });
}

/** Turns one way to understand the words into a query, and judges how well it holds together. */
export function interpret({ items: found, left: unread, score }: Combination, deps: Deps): Reading {
  const { registry } = deps;
  const items = [...found].sort((a, b) => firstPlace(a) - firstPlace(b));
  const used = new Set<Candidate>();
  const problems: Problem[] = [];
  let judged = score;

  const { named: metricItems, metrics, isImplied } = chooseMetrics(items, deps);
  const judgements = items.filter((item): item is Item<"judgement"> => item.kind === "judgement");
  const members = items.filter((item): item is Item<"member"> => item.kind === "member");
  const ranks = items.filter((item): item is Item<"rank"> => item.kind === "rank");
  const limits = items.filter((item): item is Item<"limit"> => item.kind === "limit");
  const roles = items.filter((item): item is Item<"role"> => item.kind === "role");
  const hasRole = (role: Item<"role">["role"]) => roles.some((item) => item.role === role);
  const useRole = (...names: Item<"role">["role"][]) => {
    for (const item of roles) if (names.includes(item.role)) used.add(item);
  };

  // Metrics: several only where something joins them.
  if (metrics.length === 0) problems.push({ kind: "no metric" });
  if (isImplied) judged -= metrics.length > 0 ? 0.2 : 2;
  // A word by which the metric itself is asked says nothing else: the paperwork of rejected documents.
  const left = unread.filter((place) => !isOwnWord(place, metrics, deps));
  judged += 1.2 * (unread.length - left.length);
  if (metrics.length > 1) {
    const joined = countJoints(metricItems, items, deps.tokens);
    const loose = Math.max(0, metrics.length - 1 - joined - judgements.length);
    judged -= 2.6 * loose;
    if (loose > 0) problems.push({ kind: "several metrics" });
    else useRole("compare");
  }
  if (isCountAndValue(metrics, items, deps.tokens)) metrics.push(...findAmounts(metrics, registry));
  judged -= 0.8 * countOtherParties(metrics, items, registry);
  const wanted = hasRole("value") && metrics.length === 1 ? findValueFigure(metrics[0] ?? "", registry) : null;
  if (wanted) metrics.splice(0, 1, wanted);
  const known = metrics.flatMap((id) => registry.metrics.get(id) ?? []);
  const [main] = known;
  const isPaced = roles.some((item) => /^(?:longer|quicker|slower|faster|shorter)$/.test(say(item, deps.tokens)));
  if (isPaced) judged += known.some(({ unit }) => ["minutes", "hours", "days"].includes(unit)) ? 0.5 : -0.5;

  // Kinds of figures that the question asks for.
  if (main) judged += fitKind(roles, known, useRole);
  if (deps.domain && known.some(({ domain }) => domain === deps.domain)) judged += 0.3;

  const grains = items.filter((item) => item.kind === "time" && item.mention.kind === "grain");

  // Dimensions: what to split by, and in which order.
  const splits = readSplits(items, deps.tokens, (place) =>
    metrics.some((id) => deps.namesByMetric.get(id)?.has(deps.tokens[place]?.stem ?? "")),
  );
  const { outer, background } = splits;
  // "an account of the accuracy": where the figure does not know it, the word means something else.
  const isStray = (id: string) =>
    splits.casual.includes(id) && listMisfits({ metrics, dimensions: [id] }, registry).length > 0;
  const dimensions = splits.dimensions.filter((id) => !isStray(id));
  judged -= 0.7 * (splits.dimensions.length - dimensions.length);
  let { isSingular } = splits;
  judged -= splits.penalty;
  for (const item of splits.used) used.add(item);
  if (splits.isLeftOut) problems.push({ kind: "no dimension" });
  const isRanked = ranks.length > 0 || limits.length > 0;
  if (isRanked && main && dimensions.length === 0 && !grains.length) {
    const inner = findInnerDimension(main, metricItems, deps);
    if (inner) {
      dimensions.push(inner.dimension);
      isSingular = !inner.isPlural;
    }
  }
  const isContested = members.some(
    ({ dimension }, place) => members.findIndex((one) => one.dimension === dimension) !== place,
  );
  if (hasRole("who") && main && isContested && dimensions.length === 0) {
    // "Downtown or Riverside, who sells more": the two are set beside each other.
    const [pairField] = members.flatMap(({ dimension }, place) =>
      members.findIndex((one) => one.dimension === dimension) !== place ? [dimension] : [],
    );
    if (pairField) dimensions.push(pairField);
    useRole("who");
  } else if (hasRole("who") && dimensions.length > 0 && !isFirstWord("who", deps.tokens)) {
    // "the vans who cost most": it stands for what was named.
    useRole("who");
  } else if (hasRole("who") && main) {
    const person = main.party ?? findPerson(main, registry, deps.tokens);
    if (person) {
      if (!dimensions.includes(person)) dimensions.unshift(person);
      useRole("who");
      isSingular = true;
    }
  }

  const [counted] = items.flatMap((item) => (item.kind === "count" ? [item.count] : []));

  // Members: filters, or two of them beside each other.
  const filters = readFilters(items, used, deps);
  judged -= filters.unqualified * 3;
  const isComparing = hasRole("compare") || hasRole("than");
  const pair = filters.list.find(({ op, values }) => op !== "not_in" && values.length > 1);

  // Time.
  const time = readTimeParts(items, {
    today: deps.today,
    metrics: known,
    registry,
    roles: new Set(roles.map(({ role }) => role)),
    // Two figures or two members are compared with each other, not with another time.
    hasPair: pair !== undefined || metrics.length > 1,
    isPast: deps.tokens.some(({ word }) => ["did", "were", "was", "expired", "lapsed", "ended", "ran"].includes(word)),
  });
  judged -= time.penalty;
  for (const role of time.usedRoles) useRole(role);
  if (isComparing && pair && !time.compare) {
    if (!dimensions.includes(pair.field)) dimensions.push(pair.field);
    useRole("compare", "than");
  } else if (pair && isListed(pair.field, members, items) && !dimensions.includes(pair.field)) {
    // "Anna David revenue": both are asked for, and not their sum.
    dimensions.push(pair.field);
  } else if (pair && hasRole("which") && !dimensions.includes(pair.field)) {
    dimensions.push(pair.field);
    useRole("which");
  }

  // Limits on the figures.
  const having: NonNullable<AskedQuery["having"]> = judgements.map(({ metric, op, value }) => ({ metric, op, value }));
  for (const limit of limits) {
    const bucket = findBuckets(limit, known, registry);
    if (bucket) {
      filters.list.push(bucket);
      used.add(limit);
      continue;
    }
    const near = nearestMetric(limit, metricItems);
    const metric = near && registry.metrics.get(near.metric);
    if (!metric || !fitsUnit(limit, metric)) continue;
    const value = metric.unit === "percent" && (limit.isPercent || limit.value > 1) ? limit.value / 100 : limit.value;
    having.push({ metric: metric.id, op: limit.op, value: Number(value.toFixed(6)) });
    used.add(limit);
  }
  if (having.length > 0 && dimensions.length === 0 && !time.grain) problems.push({ kind: "no dimension" });

  const query: AskedQuery = { metrics };
  if (dimensions.length > 0) query.dimensions = dimensions;
  if (filters.list.length > 0) query.filters = filters.list;
  query.time = time.time;
  if (time.grain) query.grain = time.grain;
  if (time.compare) query.compare = time.compare;
  if (having.length > 0) query.having = having;

  // Order.
  // Two members beside each other are both shown, whoever has more.
  const isContest = pair !== undefined && ranks.every(isMoreOrLess);
  const isThan = time.compare !== null && (hasRole("than") || dimensions.length === 0);
  for (const one of ranks) if (isContest || (isThan && isMoreOrLess(one))) used.add(one);
  const [rank] = isContest ? [] : [...ranks].sort((a, b) => Number(b.count !== null) - Number(a.count !== null));
  const sorting = findSortMetric(metricItems, items, deps.tokens) ?? main?.id;
  if (rank && sorting && dimensions.length === 0 && query.grain) {
    query.sort = [{ by: sorting, dir: directionFor(rank.direction, registry.metrics.get(sorting)) }];
    query.limit = rank.count ?? counted ?? 1;
    for (const one of ranks) used.add(one);
    useRole("which");
  }
  if (rank && sorting && dimensions.length > 0) {
    const dir = directionFor(rank.direction, registry.metrics.get(sorting));
    query.sort = [{ by: sorting, dir }];
    for (const one of ranks) used.add(one);
    const inner = dimensions.find((id) => id !== outer);
    if (outer && inner && dimensions.length > 1) {
      query.dimensions = [outer, inner];
      query.limitPer = rank.count ?? counted ?? (isSingular ? 1 : 5);
    } else {
      const limit =
        rank.count ??
        counted ??
        (rank.word === "rank" ? null : isSingular ? 1 : rank.word === "top" || rank.word === "bottom" ? 10 : null);
      if (limit !== null) query.limit = limit;
    }
    useRole("which");
  } else if (hasRole("which") && dimensions.length > 0) {
    useRole("which");
  }

  if (hasRole("share")) {
    const isAdditive =
      known.length > 0 && known.every(({ type, unit }) => (type === "flow" || type === "snapshot") && unit !== "days");
    const isNarrowed = dimensions.length > 0 || filters.list.length > 0;
    if (isAdditive && isNarrowed) {
      query.share = "total";
      useRole("share");
    } else if (known.every(({ unit }) => unit === "percent")) useRole("share");
    const rate = main && !isNarrowed && metrics.length === 1 ? findRate(main, registry) : null;
    if (rate) {
      query.metrics = [rate];
      useRole("share");
    }
  }
  const isWeak = roles.every((item) => item.role !== "cumulative" || weakSums.test(say(item, deps.tokens)));
  if (hasRole("cumulative") && isWeak && !time.grain) useRole("cumulative");
  else if (hasRole("cumulative")) {
    query.cumulative = true;
    query.grain ??= fittingGrain(time.days);
    useRole("cumulative");
  }
  if (hasRole("why") && main) {
    query.explain = true;
    query.compare ??= { type: "previous_period" };
    useRole("why", "change", "how much", "how many", "than");
    for (const one of ranks) if (isMoreOrLess(one)) used.add(one);
  }

  const misfits = listMisfits(query, registry);
  problems.push(...misfits);
  judged -= misfitCost * misfits.length;
  judged -= listMisfits({ metrics, dimensions: background }, registry).length;
  if (time.futureDay) problems.push({ kind: "future", day: time.futureDay });
  if (hasRole("forecast") && !known.some((metric) => looksAhead(metric, registry))) problems.push({ kind: "forecast" });
  useRole("forecast", "and", "only", "follow-up", "how many", "how much");
  for (const item of roles) {
    if (item.role === "split" && dimensions.length > 0 && isEachOf(item, deps.tokens)) used.add(item);
    if (!used.has(item) && isHarmless(item, items, deps.tokens)) used.add(item);
  }
  const unusedRoles = [...roles, ...ranks, ...limits].filter((item) => !used.has(item)).flatMap(({ places }) => places);
  judged -= 0.7 * unusedRoles.length;
  const isAveraged = known.length > 0 && known.every(({ type }) => type === "average" || type === "ratio");
  return { query, score: judged, left, unusedRoles, problems, isAveraged, isImplied, background, items };
}

const weakSums =
  /^(?:add up|added up|add it up|built up|build up|builds up|mount up|tally|accumulated|adding|stack up)$/;

function say({ places }: Candidate, tokens: readonly Token[]): string {
  return places.map((place) => tokens[place]?.word ?? "").join(" ");
}

function isFirstWord(word: string, tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, place) => token.word === word && (place === 0 || /^[,;.]$/.test(tokens[place - 1]?.word ?? "")),
  );
}

/** Whether members of a dimension stand side by side with no word that adds them up. */
function isListed(dimension: string, members: readonly Item<"member">[], items: readonly Candidate[]): boolean {
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
function findInnerDimension(
  main: Metric,
  metrics: readonly Item<"metric">[],
  { registry, tokens }: Deps,
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

function isMoreOrLess({ word }: Item<"rank">): boolean {
  return word === "more" || word === "less" || word === "fewer";
}

/** Whether a limit is in the unit of a metric: a share of a count, or days of money, say something else. */
function fitsUnit({ isPercent, unit }: Item<"limit">, metric: Metric): boolean {
  if (isPercent) return metric.unit === "percent";
  return unit === null || metric.unit === unit || !["minutes", "hours", "days", "km"].includes(unit);
}

function nearestMetric(limit: Candidate, metrics: readonly Item<"metric">[]): Item<"metric"> | null {
  const distance = (metric: Candidate) => {
    const before = firstPlace(limit) - Math.max(...metric.places);
    const after = firstPlace(metric) - Math.max(...limit.places);
    return before > 0 ? before : after > 0 ? after + 0.5 : 0;
  };
  return [...metrics].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** The metric that an order goes by: the one after "by", where several are asked for. */
function findSortMetric(
  metrics: readonly Item<"metric">[],
  items: readonly Candidate[],
  tokens: readonly Token[],
): string | null {
  if (metrics.length < 2) return null;
  const sorted = metrics.find((metric) => roleBefore(metric, items, tokens)?.role === "split");
  return sorted?.metric ?? null;
}

function directionFor(direction: Item<"rank">["direction"], metric: Metric | undefined): "asc" | "desc" {
  if (direction === "most") return "desc";
  if (direction === "least") return "asc";
  const isDownGood = metric?.good === "down";
  return (direction === "best") === isDownGood ? "asc" : "desc";
}

const harmless = new Set(["by", "across", "what", "against", "among", "amongst", "according", "to"]);

/** A word that can have a role and here has none: "by" before a name, "what" at the beginning. */
function isHarmless(item: Item<"role">, items: readonly Candidate[], tokens: readonly Token[]): boolean {
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
