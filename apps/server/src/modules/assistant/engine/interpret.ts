import type { MetricQueryInput } from "@console/contracts";
import type { MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { chooseMetrics, isOwnWord } from "./choose-metrics.ts";
import type { Combination } from "./combine.ts";
import { countJoints, findPerson, firstPlace, isEachOf } from "./find-in-items.ts";
import {
  countOtherParties,
  findAmounts,
  findRateFigure,
  findValueFigure,
  fitKind,
  isCountAndValue,
  isPlainCount,
} from "./fit-figures.ts";
import {
  findInnerDimension,
  isAnybody,
  isContestOf,
  isFirstWord,
  isForThing,
  isHarmless,
  isListed,
  isPluralThing,
  say,
} from "./judge-words.ts";
import { nearestMetric, readLimits } from "./limit-figures.ts";
import { findBuckets, readFilters } from "./read-filters.ts";
import { directionFor, findSortMetric, isMoreOrLess } from "./read-order.ts";
import { readSplits } from "./read-splits.ts";
import { fittingGrain, looksAhead, readTimeParts } from "./resolve-times.ts";
import type { Token } from "./tokens.ts";
import { weakSums } from "./word-classes.ts";

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
    // "A failure rate above 5% with at least 100 deliveries": each has its own limit.
    const limited = new Set(limits.flatMap((limit) => nearestMetric(limit, metricItems)?.metric ?? []));
    const isEachLimited = limits.length > 1 && metrics.every((id) => limited.has(id));
    // "On-time rate of drivers with more than 100 deliveries": what is limited is named beside what is asked.
    const beside = metricItems.filter((item) =>
      limits.some(({ places }) => Math.max(...places) === firstPlace(item) - 1),
    );
    const isOther = metricItems.some(
      (item) => !beside.includes(item) && registry.metrics.get(item.metric)?.unit !== "count",
    );
    const isBeside = beside.length > 0 && isOther ? beside.length : 0;
    const loose = isEachLimited ? 0 : Math.max(0, metrics.length - 1 - joined - judgements.length - isBeside);
    judged -= 2.6 * loose;
    if (loose > 0) problems.push({ kind: "several metrics" });
    else useRole("compare");
  }
  if (isCountAndValue(metrics, items, deps.tokens)) metrics.push(...findAmounts(metrics, registry));
  judged -= 0.8 * countOtherParties(metrics, items, registry);
  // "The amount of stock" says how much there is, and not what it is worth.
  const isWorth = roles.some((item) => item.role === "value" && say(item, deps.tokens) !== "amount of");
  const wanted = isWorth && metrics.length === 1 ? findValueFigure(metrics[0] ?? "", registry) : null;
  if (wanted) metrics.splice(0, 1, wanted);
  const known = metrics.flatMap((id) => registry.metrics.get(id) ?? []);
  let [main] = known;
  const isAveraged = known.length > 0 && known.every(({ type }) => type === "average" || type === "ratio");
  // "Items per receipt (mean)" says twice what the figure is.
  if (isAveraged && left.some((place) => deps.tokens[place]?.word === "average")) judged += 1.2;
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
  const [whole] = background;
  const each = roles.find((item) => item.role === "split" && !used.has(item) && say(item, deps.tokens) === "each");
  if (each && whole && dimensions.length === 0 && main && registry.dimensionsFor(main).includes(whole)) {
    // "All shops bar Downtown, takings each": what only told whose figures they are is split by.
    dimensions.push(whole);
    used.add(each);
  }
  // "Over 60 days" of what is owed names buckets, and ranks nobody.
  const isRanked = ranks.length > 0 || limits.some((limit) => findBuckets(limit, known, registry) === null);
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
  } else if (
    main &&
    roles.some((item) => item.role === "who" && (limits.length > 0 || !isAnybody(item, deps.tokens)))
  ) {
    const person = main.party ?? findPerson(main, registry, deps.tokens);
    if (person) {
      if (!dimensions.includes(person)) dimensions.unshift(person);
      useRole("who");
      isSingular = true;
    }
  }

  const thing = main ? registry.dimensionsFor(main).find((id) => registry.dimensions.get(id)?.isThing) : undefined;
  const asksWhat = roles.find((item) => item.role === "which" && !used.has(item) && isForThing(item, deps.tokens));
  if (
    thing &&
    asksWhat &&
    isRanked &&
    dimensions.length === 0 &&
    !grains.length &&
    ranks.every((one) => !isMoreOrLess(one))
  ) {
    // "What gets brought back the most": it asks for a thing.
    dimensions.push(thing);
    judged -= 0.3;
    isSingular = !isPluralThing(asksWhat, deps.tokens) && limits.length === 0;
    useRole("which");
  }

  const [counted] = items.flatMap((item) => (item.kind === "count" ? [item.count] : []));

  // Members: filters, or two of them beside each other.
  const filters = readFilters(items, used, deps);
  judged -= filters.unqualified * 3;
  // A delivery with a reason why it failed is one that failed.
  const reason = main
    ? filters.list.map(({ field }) => registry.dimensions.get(field)?.implies ?? []).find((ids) => ids.length === 1)
    : undefined;
  const implied = reason?.[0] ? registry.metrics.get(reason[0]) : undefined;
  if (main && implied && metrics.length === 1 && isPlainCount(main, registry) && main.domain === implied.domain) {
    metrics.splice(0, 1, implied.id);
    known.splice(0, 1, implied);
    main = implied;
  }
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
  } else if (pair && !dimensions.includes(pair.field) && isContestOf(items, deps.tokens)) {
    // "This shop or that one, whose income was bigger".
    dimensions.push(pair.field);
    useRole("change", "mood");
  } else if (pair && hasRole("which") && !dimensions.includes(pair.field)) {
    dimensions.push(pair.field);
    useRole("which");
  }

  // "Runs bouncing more than 1 in 10": a limit in percent is one on the rate.
  const replaced = new Map<string, string>();
  const limitedRate =
    main && metrics.length === 1 && limits.some(({ isPercent }) => isPercent) ? findRateFigure(main, registry) : null;
  if (main && limitedRate && main.unit !== "percent") {
    replaced.set(main.id, limitedRate.id);
    metrics.splice(0, 1, limitedRate.id);
    known.splice(0, 1, limitedRate);
    main = limitedRate;
  }

  // Limits on the figures.
  const limited = readLimits(limits, { metrics: known, named: metricItems, replaced, registry });
  for (const item of limited.used) used.add(item);
  filters.list.push(...limited.buckets);
  const having: NonNullable<AskedQuery["having"]> = [...judgements, ...limited.having].map(({ metric, op, value }) => ({
    metric,
    op,
    value,
  }));
  // "Did we hit the target in Hillcrest": the figure itself says so.
  const isYesNo = /^(?:did|do|does|are|is|was|were|has|have|how)$/.test(deps.tokens[0]?.word ?? "");
  if (isYesNo && having.length === judgements.length && dimensions.length === 0 && !time.grain) having.length = 0;
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
    const isInPercent = roles.some(
      (item) => item.role === "share" && /^(?:in|as a?)? ?percent$/.test(say(item, deps.tokens)),
    );
    const isAmount = main?.unit === "currency" && isInPercent;
    const rate = main && (!isNarrowed || isAmount) && metrics.length === 1 ? findRateFigure(main, registry) : null;
    if (main && rate && rate.id !== main.id) {
      delete query.share;
      query.metrics = [rate.id];
      if (query.sort) query.sort = query.sort.map((one) => ({ ...one, by: one.by === main?.id ? rate.id : one.by }));
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
  useRole("forecast", "and", "only", "follow-up");
  // "How many tickets and how much money" asks for two figures: one alone leaves something out.
  const amounts = roles.filter(({ role }) => role === "how many" || role === "how much");
  const kinds = new Set(amounts.map(({ role }) => role));
  for (const [place, item] of amounts.entries()) if (place < query.metrics.length || kinds.size < 2) used.add(item);
  for (const item of roles) {
    if (item.role === "split" && dimensions.length > 0 && isEachOf(item, deps.tokens)) used.add(item);
    if (!used.has(item) && isHarmless(item, items, deps.tokens)) used.add(item);
  }
  const unusedRoles = [...roles, ...ranks, ...limits].filter((item) => !used.has(item)).flatMap(({ places }) => places);
  judged -= 0.7 * unusedRoles.length;
  return { query, score: judged, left, unusedRoles, problems, isAveraged, isImplied, background, items };
}
