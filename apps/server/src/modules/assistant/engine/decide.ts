import type { AskReason } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { listed, type MetricRegistry } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { sayQuery } from "./describe-query.ts";
import { findUnexplained, type Unexplained } from "./find-unexplained.ts";
import { followUp, isFollowUp } from "./follow-up.ts";
import { type AskedQuery, listMisfits, misfitCost, type Problem, type Reading } from "./interpret.ts";
import { closeness } from "./lift-readings.ts";
import { toHaving } from "./limit-figures.ts";
import { listOptions, mostOptions, type Option, repairQuery } from "./list-options.ts";
import { findNearMetrics, listHinted, listNear, sayFields, withMetric } from "./near-queries.ts";
import { canonicalText, type EngineParts, type ReadQuestion } from "./read-question.ts";
import type { TaughtWord } from "./taught-word.ts";
import type { Token } from "./tokens.ts";

/** What becomes of a question. */
export type Decision =
  | {
      outcome: "answer";
      query: AskedQuery;
      unused: string[];
      /** Metrics to ask for where the one that was not named has no figures. */
      otherwise: readonly string[];
      /** The taught words that it rests on. */
      taught: readonly TaughtWord[];
      /** A report that was named, where no figure was: the query holds its days and filters. */
      report?: string;
    }
  | { outcome: "clarify" | "refuse"; reason: AskReason; text: string; options: Option[]; unused: string[] };

type Deps = {
  registry: MetricRegistry;
  today: string;
  formats: FormatChoices;
  previous: AskedQuery | null;
  parts: EngineParts;
  /** Figures that share words with the question, the likeliest first. */
  hints: readonly string[];
};

/** Readings that are offered where the best one cannot be answered at all. */
const farness = 3;
/** So many common words may play no part in an answer. */
const mostPassed = 5;

/** Answers, asks back or refuses: whatever a figure depends on must be understood. */
export function decide({ tokens, readings, hints, candidates }: ReadQuestion, asked: Omit<Deps, "hints">): Decision {
  const deps: Deps = { ...asked, hints };
  const merged = readings.map((reading) => mergeWithPrevious(reading, tokens, deps));
  const ranked = merged.sort((a, b) => b.score - a.score);
  const [best] = ranked;
  if (!best) return refuse("off_topic", "Ask for a figure, such as deliveries last week or sales by branch.");
  const unexplained = findUnexplained(tokens, best);
  const unused = [...unexplained.passed, ...unexplained.talk];
  const forecast = findForecast(best, deps);
  if (forecast) return forecast;
  const future = best.problems.find(
    (problem): problem is Extract<Problem, { kind: "future" }> => problem.kind === "future",
  );
  if (future) return { ...refuseFuture(best, deps), unused };
  const report = best.items.find((item) => item.kind === "report");
  if (report && best.query.metrics.length === 0 && unexplained.values.length === 0)
    return {
      outcome: "answer",
      query: best.query,
      unused,
      otherwise: [],
      taught: listTaught(best),
      report: report.report,
    };
  if (best.query.metrics.length === 0) return { ...askForMetric(best, unexplained, deps), unused };
  const incompatible = best.problems.find(
    (problem): problem is Extract<Problem, { kind: "incompatible" }> => problem.kind === "incompatible",
  );
  const isNamed = unexplained.values.length === 0;
  if (incompatible && isNamed) return { ...refuseIncompatible(incompatible, best, unexplained, ranked, deps), unused };
  const heads = findLeftHeads(best, unexplained, tokens, candidates);
  const blocked = refuseUnexplained(best, { ...unexplained, roles: [...unexplained.roles, ...heads] }, ranked, deps);
  if (blocked) return { ...blocked, unused };
  const rivals = ranked.filter((other) => isRival(best, other, tokens));
  const rivalry = rivals.length > 0 ? askBack([best, ...rivals], deps) : null;
  if (rivalry && rivalry.options.length > 1) return { ...rivalry, unused };
  if (best.problems.some(({ kind }) => kind === "several metrics")) {
    const single = best.query.metrics.map((id) => withMetric(best.query, id));
    const near = listOptions([...single, best.query, ...listNear(best, ranked), ...listHinted(best, deps)], deps);
    const labels = best.query.metrics.map((id) => deps.registry.metrics.get(id)?.label ?? id);
    const text = `The question names several figures, ${listed(labels)}. Which one do you mean?`;
    return { outcome: "clarify", reason: "ambiguous_metric", text, options: near, unused };
  }
  if (best.problems.some(({ kind }) => kind === "no dimension")) {
    const text = "Say what to split by, such as by driver or by branch.";
    return { ...offer(best, ranked, "unused_words", text, deps), unused };
  }
  const otherwise = best.isImplied
    ? (best.query.filters ?? []).flatMap(({ field }) => deps.registry.dimensions.get(field)?.implies ?? [])
    : [];
  return { outcome: "answer", query: best.query, unused, otherwise, taught: listTaught(best) };
}

/** Words that a reading leaves out though they name a figure by themselves: the profit of "profit per delivery". */
function findLeftHeads(
  { left }: Reading,
  { passed, talk }: Unexplained,
  tokens: readonly Token[],
  candidates: readonly Candidate[],
): string[] {
  const heads = new Set(
    candidates.flatMap(({ kind, places, score }) =>
      kind === "metric" && places.length === 1 && score >= 0.9 ? places : [],
    ),
  );
  const open = new Set([...passed, ...talk]);
  return left.flatMap((place) => {
    const { text = "" } = tokens[place] ?? {};
    return heads.has(place) && open.has(text) ? [text] : [];
  });
}

/** The taught words that a reading rests on. */
function listTaught({ items }: Reading): TaughtWord[] {
  return [...new Set(items.flatMap(({ taught }) => taught ?? []))];
}

function refuse(
  reason: AskReason,
  text: string,
  options: Option[] = [],
): Extract<Decision, { outcome: "refuse" | "clarify" }> {
  return { outcome: "refuse", reason, text, options, unused: [] };
}

function mergeWithPrevious(reading: Reading, tokens: readonly Token[], { previous, registry, today }: Deps): Reading {
  const isOfReport = reading.items.some(({ kind }) => kind === "report");
  if (!previous || isOfReport || !isFollowUp(reading, tokens)) return reading;
  const query = followUp(previous, reading, tokens, registry, today);
  const misfits = listMisfits(query, registry);
  const others = reading.problems.filter(
    ({ kind }) => kind !== "no metric" && kind !== "incompatible" && kind !== "no dimension",
  );
  const isCompleted = reading.problems.some(({ kind }) => kind === "no metric");
  const score = reading.score + (isCompleted ? 2 : 0) - misfitCost * misfits.length;
  // An order or a split may lean on what was asked before.
  const ranks = new Set(reading.items.flatMap((item) => (item.kind === "rank" ? item.places : [])));
  const against = new Set(
    reading.items.flatMap((item) =>
      item.kind === "role" && (item.role === "compare" || item.role === "than") ? item.places : [],
    ),
  );
  // "Only those below 90%" limits the figure that was asked for before.
  const limits = reading.items.filter(
    (item) => item.kind === "limit" && reading.unusedRoles.includes(item.places[0] ?? -1),
  );
  const [main] = query.metrics.flatMap((id) => registry.metrics.get(id) ?? []);
  const having = main && query.dimensions ? limits.flatMap((limit) => toHaving(limit, main) ?? []) : [];
  if (having.length > 0) query.having = having;
  const limited = new Set(having.length > 0 ? limits.flatMap(({ places }) => places) : []);
  const unusedRoles = reading.unusedRoles.filter(
    (place) => !limited.has(place) && !(query.sort && ranks.has(place)) && !(query.compare && against.has(place)),
  );
  return { ...reading, query, score, problems: [...others, ...misfits], unusedRoles };
}

function findForecast(reading: Reading, deps: Deps): Decision | null {
  if (!reading.problems.some(({ kind }) => kind === "forecast") || reading.query.metrics.length === 0) return null;
  const trend: AskedQuery = { metrics: reading.query.metrics, time: { default: true }, grain: "day" };
  return refuse(
    "forecast",
    "A forecast is not made here: figures are of what has happened. The trend so far can be shown.",
    [{ label: sayQuery(trend, deps), query: trend }],
  );
}

function askForMetric(
  reading: Reading,
  { values, splits, passed }: Unexplained,
  deps: Deps,
): Extract<Decision, { outcome: "refuse" | "clarify" }> {
  const { registry } = deps;
  const words = [...values, ...splits, ...passed];
  const fields = [...(reading.query.dimensions ?? []), ...(reading.query.filters ?? []).map(({ field }) => field)];
  const known = [...registry.metrics.values()];
  if (fields.length > 0) {
    const works = known.filter((metric) => fields.every((id) => registry.dimensionsFor(metric).includes(id)));
    const byDomain = new Map(works.map((metric) => [metric.domain, metric] as const).reverse());
    const hinted = deps.hints.flatMap((id) => works.find((metric) => metric.id === id) ?? []);
    const first = [...new Set([...hinted, ...byDomain.values(), ...works])].slice(0, mostOptions);
    const options = first.map((metric) => {
      const query = {
        ...reading.query,
        metrics: [metric.id],
        ...(reading.query.sort && { sort: reading.query.sort.map((one) => ({ ...one, by: metric.id })) }),
      };
      return { label: sayQuery(query, deps), query };
    });
    const named = words.length > 0 ? ` "${words.join(" ")}" is no figure that is known here.` : "";
    return {
      outcome: options.length > 1 ? "clarify" : "refuse",
      reason: words.length > 0 ? "unknown_metric" : "ambiguous_metric",
      text: `Which figure do you mean${sayFields(reading.query, registry)}?${named}`,
      options,
      unused: [],
    };
  }
  if (words.length === 0)
    return refuse("off_topic", "Ask for a figure, such as deliveries last week or sales by branch.");
  const near = findNearMetrics(words.join(" "), registry);
  const options = near.map((id) => {
    const query: AskedQuery = { ...reading.query, metrics: [id] };
    return { label: sayQuery(query, deps), query };
  });
  return refuse(
    "unknown_metric",
    `No figure is known for "${words.join(" ")}".${options.length > 0 ? " These are near:" : ""}`,
    options,
  );
}

function refuseUnexplained(
  reading: Reading,
  { values, names, splits, roles, passed }: Unexplained,
  ranked: readonly Reading[],
  deps: Deps,
): Extract<Decision, { outcome: "refuse" | "clarify" }> | null {
  const { registry, parts } = deps;
  const [main = ""] = reading.query.metrics;
  const metric = registry.metrics.get(main);
  const works = metric
    ? registry.dimensionsFor(metric).map((id) => registry.dimensions.get(id)?.label.toLowerCase() ?? id)
    : [];
  const options = listOptions([reading.query, ...listNear(reading, ranked), ...listHinted(reading, deps)], deps);
  if (splits.length > 0 && values.length === 0) {
    const text = `${metric?.label ?? "This"} cannot be split by "${splits.join(" ")}". It can be split by ${listed(works)}.`;
    return refuse("unknown_dimension", text, options);
  }
  if (values.length > 0) {
    const words = [...values, ...splits, ...passed];
    const named = listed(words.map((value) => `"${value}"`));
    const text = `${named} ${words.length > 1 ? "were" : "was"} not found in your data. ${metric?.label ?? "This"} can be narrowed by ${listed(works)}.`;
    // A name that is not known is no slip of the tongue; a common word may be one.
    return { ...refuse("unknown_value", text, options), outcome: names.length > 0 ? "refuse" : "clarify" };
  }
  if (parts.heedsRoles && roles.length > 0) {
    return offer(
      reading,
      ranked,
      "unused_words",
      `The question says "${[...new Set(roles)].join(" ")}", which this answer would leave out.`,
      deps,
    );
  }
  // Where so much is left out, something else may have been asked.
  const isTooMuch = passed.length > mostPassed;
  if ((parts.demandsEveryWord && passed.length > 0) || isTooMuch) {
    return offer(
      reading,
      ranked,
      "unused_words",
      `The question says "${passed.join(" ")}", which this answer would leave out.`,
      deps,
    );
  }
  return null;
}

function offer(
  reading: Reading,
  ranked: readonly Reading[],
  reason: AskReason,
  text: string,
  deps: Deps,
): Extract<Decision, { outcome: "refuse" | "clarify" }> {
  const options = listOptions(
    [...repairQuery(reading, deps.registry), ...listNear(reading, ranked), ...listHinted(reading, deps)],
    deps,
  );
  const question = options.length > 1 ? "Do you mean one of these?" : "Do you mean this?";
  return { outcome: "clarify", reason, text: `${text} ${question}`, options, unused: [] };
}

function refuseIncompatible(
  { metric: id, dimension }: { metric: string; dimension: string },
  reading: Reading,
  unexplained: Unexplained,
  ranked: readonly Reading[],
  deps: Deps,
): Extract<Decision, { outcome: "refuse" | "clarify" }> {
  const { registry } = deps;
  const metric = registry.metrics.get(id);
  const works = metric
    ? registry.dimensionsFor(metric).map((one) => registry.dimensions.get(one)?.label.toLowerCase() ?? one)
    : [];
  const label = registry.dimensions.get(dimension)?.label.toLowerCase() ?? dimension;
  const query: AskedQuery = { ...reading.query };
  const dimensions = (query.dimensions ?? []).filter((one) => metric && registry.dimensionsFor(metric).includes(one));
  const filters = (query.filters ?? []).filter(({ field }) => metric && registry.dimensionsFor(metric).includes(field));
  delete query.dimensions;
  delete query.filters;
  delete query.sort;
  delete query.limit;
  delete query.limitPer;
  if (dimensions.length > 0) query.dimensions = dimensions;
  if (filters.length > 0) query.filters = filters;
  const text = `${metric?.label ?? id} is not known by ${label}. It works by ${listed(works)}.`;
  // Another figure may have been meant, which is known by it.
  const near = listNear(reading, ranked, farness);
  const others = listOptions([...near, ...listHinted(reading, deps)], deps);
  const options = listOptions([...others.slice(0, mostOptions - 1).map((option) => option.query), query], deps);
  const isKept = (other: AskedQuery) =>
    other.dimensions?.includes(dimension) || other.filters?.some(({ field }) => field === dimension);
  // Where every word was understood, it is the figure that does not have it.
  const isUnderstood = unexplained.passed.length + unexplained.talk.length + reading.background.length === 0;
  const isPlain =
    isUnderstood && query.metrics.length === 1 && !listOptions(near, deps).some((option) => isKept(option.query));
  if (others.length === 0 || isPlain) return refuse("incompatible", text, options);
  return { outcome: "clarify", reason: "incompatible", text: `${text} Do you mean one of these?`, options, unused: [] };
}

function refuseFuture(reading: Reading, deps: Deps): Extract<Decision, { outcome: "refuse" | "clarify" }> {
  const query: AskedQuery = { ...reading.query, time: { default: true } };
  return refuse("future", "That lies in the future: figures are of what has happened, and not a forecast.", [
    { label: sayQuery(query, deps), query },
  ]);
}

/** Whether another reading is as likely and asks for something else. */
function isRival(best: Reading, other: Reading, tokens: readonly Token[]): boolean {
  if (other === best || best.score - other.score >= closeness || other.query.metrics.length === 0) return false;
  if (other.problems.length > 0 || canonicalText(other.query) === canonicalText(best.query)) return false;
  const { values, splits, roles } = findUnexplained(tokens, other);
  if (values.length + splits.length + roles.length > 0) return false;
  if (asksForMore(other.query, best.query)) return false;
  // The same figure under two names is no question: failed deliveries, or deliveries whose status is failed.
  return !isSameMeaning(best.query, other.query);
}

/** Whether a query asks for all that another one does, and for a further figure or split beside it. */
function asksForMore(query: AskedQuery, than: AskedQuery): boolean {
  const metrics = than.metrics.every((id) => query.metrics.includes(id));
  const dimensions = (than.dimensions ?? []).every((id) => query.dimensions?.includes(id));
  const isSame = JSON.stringify(query.filters ?? []) === JSON.stringify(than.filters ?? []);
  const count = (one: AskedQuery) => one.metrics.length + (one.dimensions?.length ?? 0) + (one.grain ? 1 : 0);
  return metrics && dimensions && isSame && count(query) > count(than);
}

function isSameMeaning(a: AskedQuery, b: AskedQuery): boolean {
  const statuses = (query: AskedQuery) => (query.filters ?? []).some(({ field }) => field.endsWith("_status"));
  return statuses(a) !== statuses(b);
}

function askBack(readings: readonly Reading[], deps: Deps): Extract<Decision, { outcome: "refuse" | "clarify" }> {
  const options = listOptions(
    readings.map(({ query }) => query),
    deps,
  );
  const metrics = new Set(readings.map(({ query }) => query.metrics.join()));
  const reason = metrics.size > 1 ? "ambiguous_metric" : "ambiguous_value";
  const names =
    metrics.size > 1
      ? [
          ...new Set(
            readings.map(({ query }) =>
              query.metrics.map((id) => deps.registry.metrics.get(id)?.label ?? id).join(" and "),
            ),
          ),
        ]
      : listValues(readings);
  return {
    outcome: "clarify",
    reason,
    text: `Do you mean ${listed(names.length > 1 ? names.slice(0, mostOptions) : options.map(({ label }) => label), "or")}?`,
    options,
    unused: [],
  };
}

function listValues(readings: readonly Reading[]): string[] {
  return [...new Set(readings.flatMap(({ query }) => (query.filters ?? []).map(({ values }) => values.join(" and "))))];
}
