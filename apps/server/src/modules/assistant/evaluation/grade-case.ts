import type { AskAnswer, EvaluationGrade, ExpectedOutcome } from "@console/contracts";
import { metricQuery } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  findWordedMembers,
  loadMetricState,
  queryMetrics,
  readAskable,
  type TenantMetricState,
} from "../../metrics/index.ts";
import type { Reports } from "../../reports/index.ts";
import { answerDecided } from "../ask-question.ts";
import { createReader, type DecidedQuestion, decideQuestion, type Reader } from "../decide-question.ts";
import { searchPassages } from "../documents/search-passages.ts";
import { synonymsFrom } from "../documents/taught-synonyms.ts";
import type { AskedQuery } from "../engine/interpret.ts";
import { allParts, canonicalText, type EngineParts, openQuestion, readQuestion } from "../engine/read-question.ts";
import { findExample } from "../engine/taught-examples.ts";
import { indexTraining, type Training } from "../engine/training-index.ts";
import type { ExampleSlots } from "../engine/training-items.ts";
import { readVocabulary } from "../engine/vocabulary.ts";
import { type ExpectedPassage, gradePassage } from "./expected-passage.ts";
import { matchAnswers } from "./match-answers.ts";

/** A question with what is right to answer. */
export type EvaluationCase = {
  id: string;
  setId: string;
  question: string;
  key: string;
  expected: ExpectedOutcome;
  query: AskedQuery | null;
  slots: ExampleSlots;
  mustMention: readonly string[];
  /** The passage that it should find, where that is what is tested. */
  passage: ExpectedPassage | null;
};

export type GradedCase = { grade: EvaluationGrade; outcome: AskAnswer["outcome"]; answer: string };

/** What questions of a set are asked with, in the tenant that they are asked in. */
export type GradeDeps = {
  metricState: TenantMetricState;
  reader: Reader;
  reports: Reports;
  parts: EngineParts;
};

export async function openGrading(
  context: SnapshotContext,
  { reports, parts }: { reports: Reports; parts: EngineParts },
): Promise<GradeDeps> {
  const metricState = await loadMetricState(context);
  return { metricState, reader: createReader(context, metricState), reports, parts };
}

/** Decides a question as a person of the tenant would get it decided with this training. */
export function decideCase(
  context: SnapshotContext,
  question: string,
  training: Training,
  { reader, parts }: GradeDeps,
): Promise<DecidedQuestion> {
  return decideQuestion(context, question, null, { reader, domain: null, parts, training });
}

/** Asks a question of a set, and grades what comes by what its result holds. */
export async function gradeCase(
  context: SnapshotContext,
  one: EvaluationCase,
  training: Training,
  deps: GradeDeps,
): Promise<GradedCase> {
  if (one.passage) return gradeSearch(context, { ...one, passage: one.passage }, training, deps);
  return gradeDecided(context, one, await decideCase(context, one.question, training, deps), deps);
}

/** So many passages are looked through for the one that is expected. */
const mostRanked = 10;

/** Searches the documents for a question of a set, and grades the rank of the passage that it should find. */
export async function gradeSearch(
  context: SnapshotContext,
  { question, passage }: Pick<EvaluationCase, "question"> & { passage: ExpectedPassage },
  training: Training,
  { metricState }: GradeDeps,
): Promise<GradedCase> {
  const synonyms = synonymsFrom(training, metricState.registry);
  const { hits } = await searchPassages(context, question, { most: mostRanked, synonyms });
  const graded = await gradePassage(context, passage, hits);
  return { ...graded, outcome: graded.grade === "right" ? "answer" : "refuse" };
}

/** Grades what was decided about a question of a set. */
export async function gradeDecided(
  context: SnapshotContext,
  one: EvaluationCase,
  decided: DecidedQuestion,
  deps: GradeDeps,
): Promise<GradedCase> {
  const { metricState, reader, reports } = deps;
  const answer = await answerDecided(context, decided, { metricState, reader, reports });
  return { outcome: answer.outcome, answer: answer.text, grade: await gradeAnswer(context, one, answer, deps) };
}

/** Grades an answer by what is right today. */
export async function gradeAnswer(
  context: SnapshotContext,
  one: EvaluationCase,
  answer: AskAnswer,
  deps: GradeDeps,
): Promise<EvaluationGrade> {
  if (one.expected !== "answer") return gradeRefusal(one, answer);
  if (!hasWords(one, answer)) return answer.outcome === "answer" ? "wrong" : "declined";
  if (!one.query) return answer.outcome === "answer" ? "right" : "declined";
  const gold = await resolveExpected(context, { ...one, query: one.query }, deps);
  return gold ? gradeFigures(context, gold, answer, deps) : "broken";
}

function gradeRefusal(one: EvaluationCase, answer: AskAnswer): EvaluationGrade {
  const isExpected = one.expected === "no_answer" ? answer.outcome !== "answer" : answer.outcome === one.expected;
  if (isExpected && hasWords(one, answer)) return "right";
  return answer.outcome === "answer" ? "wrong" : "declined";
}

function hasWords({ mustMention }: EvaluationCase, { text, options = [] }: AskAnswer): boolean {
  const said = [text, ...options.map(({ label }) => label)].join(" ").toLowerCase();
  return mustMention.every((words) => said.includes(words.toLowerCase()));
}

/** The query that is right today; null where it can no longer be asked, as when a member has gone. */
async function resolveExpected(
  context: SnapshotContext,
  { id, question, key, query, slots }: EvaluationCase & { query: AskedQuery },
  { reader }: GradeDeps,
): Promise<AskedQuery | null> {
  if (query.metrics.some((metric) => !reader.registry.metrics.has(metric))) return null;
  if (slots.parts.length === 0 && slots.relativeTime === null) return query;
  const vocabulary = readVocabulary(await readAskable(context, reader.registry), true);
  const open = openQuestion(question, vocabulary, reader.today);
  const found = await findWordedMembers(context, [...new Set(open.spans.map((span) => span.key))]);
  const read = readQuestion(open, found, { vocabulary, today: reader.today, domain: null, parts: allParts });
  const own = indexTraining({
    words: [],
    examples: [{ id, scope: "tenant", question, key, query, slots }],
    answers: [],
  });
  const instance = findExample(read.whole, [own], reader) ?? findExample(read, [own], reader);
  return instance?.query ?? null;
}

async function gradeFigures(
  context: SnapshotContext,
  gold: AskedQuery,
  answer: AskAnswer,
  deps: GradeDeps,
): Promise<EvaluationGrade> {
  const goldText = canonicalText(gold);
  if (answer.outcome !== "answer") {
    const options = answer.options ?? [];
    return options.some(({ query }) => canonicalText(query as AskedQuery) === goldText) ? "offered" : "declined";
  }
  const query = answer.query as AskedQuery | undefined;
  if (!query || !answer.result) return "wrong";
  if (canonicalText(query) === goldText) return "right";
  const goldRows = await readRows(context, gold, deps);
  if (!goldRows) return "broken";
  return matchAnswers(gold, goldRows, query, answer.result.rows) ? "right" : "wrong";
}

async function readRows(context: SnapshotContext, gold: AskedQuery, { metricState }: GradeDeps) {
  try {
    return (await queryMetrics(context, metricQuery.parse(gold), metricState)).rows;
  } catch (error) {
    if (error instanceof AppError && error.kind === "invalid_input") return null;
    throw error;
  }
}
