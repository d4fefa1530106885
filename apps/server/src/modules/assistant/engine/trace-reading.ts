import type { QuestionTest } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { formatDayRange } from "@console/figures/format";
import type { MetricRegistry } from "../../metrics/index.ts";
import { addDays } from "../../metrics/index.ts";
import type { Candidate } from "./candidates.ts";
import { sayQuery } from "./describe-query.ts";
import { findUnexplained } from "./find-unexplained.ts";
import type { Problem, Reading } from "./interpret.ts";
import { closeness, measureMargin } from "./lift-readings.ts";
import type { ReadQuestion } from "./read-question.ts";
import type { Token } from "./tokens.ts";

type Reader = { registry: MetricRegistry; today: string; formats: FormatChoices };
type Trace = Pick<QuestionTest, "words" | "candidates" | "readings" | "margin" | "neededMargin" | "changes">;

const mostReadings = 5;
const mostCandidates = 60;

/** Every step of a reading in words: what each word became, what it might have been, and how near the next reading is. */
export function traceReading(read: ReadQuestion, reader: Reader): Trace {
  const { tokens, readings, candidates } = read;
  const [best, second] = readings;
  const margin = best && second ? measureMargin(readings) : null;
  return {
    words: listWords(read, best, reader),
    candidates: [...candidates]
      .sort((a, b) => (a.places[0] ?? 0) - (b.places[0] ?? 0) || b.score - a.score)
      .slice(0, mostCandidates)
      .map((candidate) => ({
        words: sayPlaces(candidate.places, tokens),
        kind: candidate.kind,
        label: labelForCandidate(candidate, reader),
        score: round(candidate.score),
        isTaught: candidate.taught !== undefined,
      })),
    readings: readings.slice(0, mostReadings).map((reading) => describeReading(reading, tokens, reader)),
    margin: margin === null ? null : round(margin),
    neededMargin: closeness,
    changes: best ? listChanges(read, best, second, reader) : [],
  };
}

function listWords({ whole, tokens, passed }: ReadQuestion, best: Reading | undefined, reader: Reader) {
  const places = new Map(tokens.map((token, place) => [token, place]));
  const empty = passed.length > 0 ? "nothing, as taught" : null;
  return whole.tokens.map((token) => {
    const place = places.get(token);
    const item = best?.items.find((one) => place !== undefined && one.places.includes(place));
    const became = place === undefined ? empty : item ? labelForCandidate(item, reader) : null;
    return { text: token.text, word: token.word, isMended: token.typed !== undefined, became };
  });
}

function describeReading(reading: Reading, tokens: readonly Token[], reader: Reader) {
  const { values, splits, roles, passed } = findUnexplained(tokens, reading);
  const hasMetric = reading.query.metrics.length > 0;
  return {
    label: hasMetric ? sayQuery(reading.query, reader) : "No metric",
    score: round(reading.score),
    parts: reading.items.map((item) => ({
      words: sayPlaces(item.places, tokens),
      became: labelForCandidate(item, reader),
    })),
    unexplained: [...values, ...splits, ...roles, ...passed],
    problems: reading.problems.map((problem) => sayProblem(problem, reader)),
  };
}

/** What would make another outcome of it, nearest first. */
function listChanges(
  { tokens, readings }: ReadQuestion,
  best: Reading,
  second: Reading | undefined,
  reader: Reader,
): string[] {
  const { values, splits, roles } = findUnexplained(tokens, best);
  const changes = [...values, ...splits].map((word) => `Teach what "${word}" means.`);
  for (const role of new Set(roles)) changes.push(`Leave out "${role}", or say what it is about.`);
  if (best.query.metrics.length === 0) changes.push("Name a metric, or teach a word for one.");
  const margin = measureMargin(readings);
  if (second && second.query.metrics.length > 0 && margin < 1) {
    const label = sayQuery(second.query, reader);
    changes.push(
      margin < closeness
        ? `Save an example: "${label}" is as likely.`
        : `"${label}" would need ${round(margin)} more to come first.`,
    );
  }
  return changes;
}

/** What some words may mean, as a reader names it. */
function labelForCandidate(candidate: Candidate, { registry, today, formats }: Reader): string {
  switch (candidate.kind) {
    case "metric":
    case "judgement":
      return `Metric: ${registry.metrics.get(candidate.metric)?.label ?? candidate.metric}`;
    case "dimension":
      return `Dimension: ${registry.dimensions.get(candidate.dimension)?.label ?? candidate.dimension}`;
    case "member": {
      const label = registry.dimensions.get(candidate.dimension)?.label ?? candidate.dimension;
      return `${label}: ${[candidate.name, ...(candidate.others ?? [])].join(", ")}`;
    }
    case "time": {
      const { mention } = candidate;
      if (mention.kind !== "days") return `Time: ${mention.kind}`;
      return `Period: ${formatDayRange(mention.days.from, addDays(mention.days.to, -1), today, formats)}`;
    }
    case "report":
      return `Report: ${candidate.report}`;
    case "role":
      return `Role: ${candidate.role}`;
    case "count":
      return `Number: ${candidate.count}`;
    case "limit":
      return `Limit: ${candidate.op} ${candidate.value}`;
    case "rank":
      return `Order: ${candidate.direction}`;
  }
}

function sayProblem(problem: Problem, { registry }: Reader): string {
  switch (problem.kind) {
    case "no metric":
      return "No metric is named";
    case "incompatible": {
      const metric = registry.metrics.get(problem.metric)?.label ?? problem.metric;
      return `${metric} is not known by ${registry.dimensions.get(problem.dimension)?.label.toLowerCase() ?? problem.dimension}`;
    }
    case "future":
      return "The days lie in the future";
    case "forecast":
      return "A forecast is asked for";
    case "several metrics":
      return "Several metrics that nothing joins";
    case "no dimension":
      return "Nothing to split by";
  }
}

function sayPlaces(places: readonly number[], tokens: readonly Token[]): string {
  return places.map((place) => tokens[place]?.text ?? "").join(" ");
}

function round(score: number): number {
  return Math.round(score * 100) / 100;
}
