import {
  type AskAnswer,
  type AskReason,
  type askQuestion as contract,
  metricQuery,
  type runQuestion,
} from "@console/contracts";
import { formatDayRange } from "@console/figures/format";
import type { z } from "zod";
import { readFormats, type SnapshotContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import {
  addDays,
  availableRangeFor,
  dayIn,
  findWordedMembers,
  loadMetricState,
  queryMetrics,
  type TenantMetricState,
} from "../metrics/index.ts";
import type { Reports } from "../reports/index.ts";
import { choosePanel } from "./choose-panel.ts";
import { type Decision, decide } from "./engine/decide.ts";
import { describeParts, sayQuery } from "./engine/describe-query.ts";
import { fitTime } from "./engine/follow-up.ts";
import type { AskedQuery } from "./engine/interpret.ts";
import { allParts, type EngineParts, openQuestion, readQuestion } from "./engine/read-question.ts";
import { refuseEarly } from "./engine/refuse-early.ts";
import type { Token } from "./engine/tokens.ts";
import { readVocabulary, type Vocabulary } from "./engine/vocabulary.ts";
import { findNoise } from "./find-noise.ts";
import { openInReport } from "./open-in-report.ts";
import { writeSentence } from "./write-sentence.ts";

type Input = z.output<(typeof contract)["input"]>;

const earlyTexts: Partial<Record<AskReason, string>> = {
  instructions: "Only questions about your organisation's figures are answered here.",
  other_tenant: "Only your own organisation's figures can be asked for.",
  write: "Questions are answered here, and nothing is changed by them. Open the page that it belongs to.",
  judgement: "Figures can be shown, and no judgement is made of people or decisions.",
  off_topic: "Only questions about your organisation's figures are answered here, such as deliveries last week.",
};

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
  const deps = { reader, domain, parts };
  for (const text of previous ? [] : earlier) {
    const decision = await decideOn(context, text, base, deps);
    if (decision.outcome === "answer") base = decision.query;
    else if (decision.options[0]) base = decision.options[0].query;
  }
  const decision = await decideOn(context, question, base, deps);
  if (decision.outcome !== "answer") return tell(decision);
  const query = page?.query ? withPage(decision.query, trimQuery(page.query), reader) : decision.query;
  const answering = { metricState, reader, reports, unused: decision.unused };
  const answer = await answerQuery(context, query, answering);
  for (const metric of decision.otherwise) {
    // An account has figures on one side: what it does not cost it brings in.
    if (answer.result === undefined || hasFigures(answer.result)) break;
    const other = await answerQuery(context, { ...query, metrics: [metric] }, answering);
    if (other.result && hasFigures(other.result)) return other;
  }
  return answer;
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

type Reader = ReturnType<typeof createReader>;

function createReader(context: SnapshotContext, { registry, settings }: TenantMetricState) {
  return { registry, today: dayIn(settings.timeZone, context.now), formats: readFormats(context) };
}

type DecideDeps = { reader: Reader; domain: string | null; parts: EngineParts };

async function decideOn(
  context: SnapshotContext,
  question: string,
  previous: AskedQuery | null,
  { reader, domain, parts }: DecideDeps,
): Promise<Decision> {
  const vocabulary = readVocabulary(reader.registry, parts.usesPhrases);
  const open = openQuestion(question, vocabulary);
  const early = refuseEarly(question, open.tokens);
  if (early) {
    // The words are the same whether there is such an organisation or not.
    const names = early === "other_tenant" ? listNames(open.tokens, vocabulary) : [];
    const named = names.map((name) => `"${name}"`).join(" and ");
    const text = `${earlyTexts[early] ?? ""}${names.length > 0 ? ` Nothing is looked up about ${named}.` : ""}`;
    return { outcome: "refuse", reason: early, text, options: [], unused: [] };
  }
  const found = await findWordedMembers(context, [...new Set(open.spans.map(({ key }) => key))]);
  const read = readQuestion(open, found, { vocabulary, today: reader.today, domain, parts });
  return decide(read, { ...reader, previous, parts });
}

/** Names in a question that belong to nothing that can be asked for. */
function listNames(tokens: readonly Token[], { names, metricWords }: Vocabulary): string[] {
  return tokens.flatMap(({ isName, stem, text }) =>
    isName && !names.has(stem) && !metricWords.has(stem) ? [text.slice(0, 60)] : [],
  );
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

/** A query without what holds only a default. */
function trimQuery(query: object): AskedQuery {
  const entries = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return { metrics: [], ...Object.fromEntries(entries) } as AskedQuery;
}
