import { type AskAnswer, type askQuestion as contract, metricQuery, type runQuestion } from "@console/contracts";
import { formatDayRange } from "@console/figures/format";
import type { z } from "zod";
import type { SnapshotContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { addDays, availableRangeFor, loadMetricState, queryMetrics, type TenantMetricState } from "../metrics/index.ts";
import { pathForReport, type Reports } from "../reports/index.ts";
import { choosePanel } from "./choose-panel.ts";
import { createReader, type DecidedQuestion, decideQuestion, type Reader } from "./decide-question.ts";
import { answerWithPassages } from "./documents/answer-from-passages.ts";
import type { Decision } from "./engine/decide.ts";
import { describeParts, sayQuery } from "./engine/describe-query.ts";
import { findUnexplained } from "./engine/find-unexplained.ts";
import { fitTime } from "./engine/follow-up.ts";
import type { AskedQuery } from "./engine/interpret.ts";
import { allParts, type EngineParts, type ReadQuestion } from "./engine/read-question.ts";
import { resolveRelative } from "./engine/relative-periods.ts";
import type { VerifiedAnswer } from "./engine/training-items.ts";
import { findNoise } from "./find-noise.ts";
import { openInReport, openReport } from "./open-in-report.ts";
import { loadTraining } from "./training/load-training.ts";
import { trimQuery } from "./trim-query.ts";
import { writeSentence } from "./write-sentence.ts";

type Input = z.output<(typeof contract)["input"]>;

/** Answers a question in words as its asker, asks back, or says why it is not answered. */
export async function askQuestion(
  context: SnapshotContext,
  { question, context: earlier = [], previous, page }: Input,
  reports: Reports,
  parts: EngineParts = allParts,
): Promise<AskAnswer> {
  const metricState = await loadMetricState(context);
  const reader = createReader(context, metricState);
  let base: AskedQuery | null = previous ? trimQuery(previous) : null;
  const domain = page ? (reports.get(page.report)?.domains[0] ?? null) : null;
  const deps = { reader, domain, parts, training: await loadTraining(context) };
  for (const text of previous ? [] : earlier) {
    const { decision } = await decideQuestion(context, text, base, deps);
    if (decision.outcome === "verified") continue;
    const query = decision.outcome === "answer" ? decision.query : decision.options[0]?.query;
    if (query && query.metrics.length > 0) base = query;
  }
  const decided = await decideQuestion(context, question, base, deps);
  const words = { training: deps.training, registry: reader.registry };
  return answerWithPassages(context, question, decided, words, () =>
    answerDecided(context, decided, { metricState, reader, reports, page: page?.query }),
  );
}

type DecidedDeps = Omit<AnswerDeps, "unused"> & { page?: object | undefined };

/** Answers what was decided, with what was taught and used for it. */
export async function answerDecided(
  context: SnapshotContext,
  { decision, used, read }: DecidedQuestion,
  { page, ...deps }: DecidedDeps,
): Promise<AskAnswer> {
  const training = used.length > 0 ? { training: used } : {};
  if (decision.outcome === "verified")
    return { ...(await answerVerified(context, decision.answer, deps)), ...training };
  if (decision.outcome !== "answer") {
    const unknown = read ? listUnknown(read) : [];
    return { ...tell(decision), ...(unknown.length > 0 && { unknown }), ...training };
  }
  if (decision.report !== undefined) return { ...openTaughtReport(decision.report, decision.query, deps), ...training };
  const query = page ? withPage(decision.query, trimQuery(page), deps.reader) : decision.query;
  const answering = { ...deps, unused: decision.unused };
  const answer = await answerQuery(context, query, answering);
  for (const metric of decision.otherwise) {
    // An account has figures on one side: what it does not cost it brings in.
    if (answer.result === undefined || hasFigures(answer.result)) break;
    const other = await answerQuery(context, { ...query, metrics: [metric] }, answering);
    if (other.result && hasFigures(other.result)) return { ...other, ...training };
  }
  return { ...answer, ...training };
}

/** The words of a person, with the figures of today where there are some. */
async function answerVerified(
  context: SnapshotContext,
  { answer: text, query, relativeTime, verifiedBy, verifiedAt, endsOn }: VerifiedAnswer,
  deps: Omit<AnswerDeps, "unused">,
): Promise<AskAnswer> {
  const verified = { by: verifiedBy, at: verifiedAt, endsOn };
  const isAskable = query?.metrics.every((id) => deps.reader.registry.metrics.has(id));
  const words: AskAnswer = { outcome: "answer", reason: null, text, assumptions: [], unused: [], verified };
  if (!query || !isAskable) return words;
  const time = relativeTime ? resolveRelative(relativeTime, query.metrics, deps.reader) : null;
  const figures = await answerQuery(context, { ...query, ...(time && { time }) }, { ...deps, unused: [] });
  return figures.outcome === "answer" ? { ...figures, text, verified } : words;
}

/** A report that was named by a taught word, with the days and filters of the question. */
function openTaughtReport(id: string, query: AskedQuery, { reports, reader }: Pick<AnswerDeps, "reports" | "reader">) {
  const report = reports.get(id);
  const assumptions = describeParts(query, reader);
  if (!report) {
    const text = "Your organisation does not have this report. It can be requested under Reports.";
    return { outcome: "refuse" as const, reason: "unknown_value" as const, text, assumptions: [], unused: [] };
  }
  const open = openReport({ ...report, path: pathForReport(report) }, query, assumptions);
  const text = `The report "${report.title}" shows this.`;
  return { outcome: "answer" as const, reason: null, text, open, assumptions: [], unused: [] };
}

/** The words that the best reading has no meaning for, where something should stand. */
function listUnknown({ tokens, readings }: ReadQuestion): string[] {
  const [best] = readings;
  if (!best) return [];
  const { values, splits } = findUnexplained(tokens, best);
  return [...new Set([...values, ...splits])];
}

function hasFigures({ rows }: NonNullable<AskAnswer["result"]>): boolean {
  return rows.some((row) => Object.values(row).some((value) => typeof value === "number" && value !== 0));
}

/** Answers a query that was offered or edited. */
export async function answerAsked(
  context: SnapshotContext,
  { query }: z.output<(typeof runQuestion)["input"]>,
  reports: Reports,
): Promise<AskAnswer> {
  const metricState = await loadMetricState(context);
  const reader = createReader(context, metricState);
  const asked = trimQuery(query);
  // Another metric may have been chosen, of a state in the place of what happened.
  // What is compared over a period is held against another period, and not against the day before.
  const isOverPeriod = asked.grain || (asked.compare && asked.time && "from" in asked.time);
  const time = isOverPeriod ? asked.time : fitTime(asked.time, asked.metrics, reader.registry, reader.today);
  return answerQuery(context, { ...asked, ...(time && { time }) }, { metricState, reader, reports, unused: [] });
}

function tell({ outcome, reason, text, options, unused }: Exclude<Decision, { outcome: "answer" }>): AskAnswer {
  const offered = options.length > 0 ? { options: options.map(({ label, query }) => ({ label, query })) } : {};
  return { outcome, reason, text, assumptions: [], unused, ...offered };
}

type AnswerDeps = { metricState: TenantMetricState; reader: Reader; reports: Reports; unused: string[] };

async function answerQuery(context: SnapshotContext, query: AskedQuery, deps: AnswerDeps): Promise<AskAnswer> {
  const { metricState, reader, reports, unused } = deps;
  const assumptions = describeParts(query, reader);
  const missing = findMissingDays(query, context, metricState, reader);
  if (missing) return { outcome: "refuse", reason: "no_data", text: missing, query, assumptions, unused };
  try {
    const result = await queryMetrics(context, metricQuery.parse(query), metricState);
    const panel = choosePanel(query, sayQuery(query, reader), reader.registry);
    const noise = await findNoise(context, query, result, metricState);
    const open = openInReport(query, assumptions, reports);
    return {
      outcome: "answer",
      reason: null,
      text: writeSentence(query, result, reader),
      query,
      result,
      ...(noise && { noise }),
      ...(panel && { panel }),
      ...(open && { open }),
      assumptions,
      unused,
    };
  } catch (error) {
    // What the figures themselves refuse is told as they tell it.
    if (!(error instanceof AppError) || error.kind !== "invalid_input") throw error;
    return { outcome: "refuse", reason: "incompatible", text: error.message, query, assumptions, unused };
  }
}

/** Why a period cannot hold anything: it lies before the first facts. */
function findMissingDays(
  { metrics, time }: AskedQuery,
  context: SnapshotContext,
  { registry, states }: TenantMetricState,
  { today, formats }: Reader,
): string | null {
  const metric = registry.metrics.get(metrics[0] ?? "");
  if (!metric || !time || "default" in time) return null;
  const { firstDay, lastDay } = availableRangeFor(metric.domain, states, registry, context.now);
  const last = "asOf" in time ? time.asOf : addDays(time.to, -1);
  if (firstDay === null || lastDay === null) return `There is no data for ${metric.label.toLowerCase()} yet.`;
  return last < firstDay
    ? `There is no data then: ${metric.label.toLowerCase()} is known for ${formatDayRange(firstDay, lastDay, today, formats)}.`
    : null;
}

/** What a page shows holds for a question on it, where the question says nothing else. */
function withPage(query: AskedQuery, page: Partial<AskedQuery>, { registry, today }: Reader): AskedQuery {
  const named = new Set((query.filters ?? []).map(({ field }) => field));
  const works = query.metrics
    .map((id) => registry.metrics.get(id))
    .map((metric) => (metric ? registry.dimensionsFor(metric) : []));
  const filters = (page.filters ?? []).filter(
    ({ field }) => !named.has(field) && works.every((list) => list.includes(field)),
  );
  const isUnsaid = query.time === undefined || "default" in query.time;
  const time = isUnsaid && page.time ? fitTime(page.time, query.metrics, registry, today) : query.time;
  const all = [...filters, ...(query.filters ?? [])];
  return { ...query, ...(time && { time }), ...(all.length > 0 && { filters: all }) };
}
