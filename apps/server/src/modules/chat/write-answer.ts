import { isDeepStrictEqual } from "node:util";
import { type AskAnswer, metricQuery, routes } from "@console/contracts";
import { ModelFailure } from "../../connectors/models/index.ts";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { recordPlatformAccess } from "../../platform/http/platform-access.ts";
import { answerAsked, askQuestion, type EngineParts, mostQuoted, type TrainingCounter } from "../assistant/index.ts";
import type { Models, OpenedModel } from "../models/index.ts";
import { type Reports, reportsAllowedFor } from "../reports/index.ts";
import { continueAnswer, reachedLength } from "./continue/continue-answer.ts";
import { askFiles, type FileAnswer, joinAnswers, writeFilePassages } from "./files/answer-from-files.ts";
import type { GrowingMessage } from "./growing-message.ts";
import { addPiece, asksModel, nothingGrown } from "./message-piece.ts";
import { answerFromPassages, type ModelAnswer, phraseAnswer, planAnswer } from "./model/ask-model.ts";
import { toProblem } from "./model/failure-problem.ts";
import { writeResult } from "./model/model-tools.ts";
import { rememberNote } from "./profile/remember-note.ts";
import { findUnverified } from "./prose/check-numbers.ts";
import { beginTurn, readTurn, type Turn } from "./read-turn.ts";
import { AnswerProblem, type WriteAnswer, type Written } from "./start-writing.ts";

const longestQuestion = 500;
/** What is refused stays refused, whatever a model would say to it. */
const finalReasons: ReadonlySet<AskAnswer["reason"]> = new Set([
  ...(["instructions", "other_tenant", "write", "forecast", "future", "judgement"] as const),
]);

type Parts = {
  database: Database;
  reports: Reports;
  engine: EngineParts;
  models: Pick<Models, "open">;
  /** Told how a question was answered. */
  use?: Pick<TrainingCounter, "note">;
  onQuestion?: (context: Context, outcome: AskAnswer["outcome"]) => void;
};

type ReadParts = Pick<Parts, "database" | "reports" | "engine" | "use" | "onQuestion">;
type Growing = Pick<GrowingMessage, "add" | "answeredBy" | "grown">;
const nothingUsed = { unverified: [], promptTokens: null, answerTokens: null, problem: null };

/**
 * Writes answers from the figures and documents that their askers may see. The engine reads each question first. A model
 * puts what is sure into words, and looks for what the engine could not find; without one the engine's own words stand.
 */
export function createWriteAnswer(parts: Parts): WriteAnswer {
  const { database } = parts;
  return async (asking, message, growing, signal) => {
    if (asking.actor.kind !== "user") throw new AnswerProblem("no_access", "Only people can ask.");
    const { uid } = asking.actor;
    const turn = await database.inTenant(asking.tenantId, (db) => readTurn({ ...asking, db }, uid, message));
    if (!turn) throw new AnswerProblem("no_access", "This conversation is not there any more.");
    growing.add({ type: "phase", data: { phase: "reading" } });
    const remembered = await database.inTenant(asking.tenantId, (db) => rememberNote({ ...asking, db }, turn));
    if (remembered) return tellPlainly(remembered, growing);
    const asker = await lookInto(asking, turn, database);
    if (turn.isContinuation) return continueAnswer({ asker, turn, growing, signal }, parts);
    const engine = await readEngine(asker, turn, parts);
    // Files are the asker's own, whichever organisation they ask about.
    const files = await database.inTenant(asking.tenantId, (db) => askFiles({ ...asking, db }, turn, engine));
    const answer = files ? joinAnswers(engine, files) : engine;
    const { provider, model } = turn;
    if (provider === null || model === null || isFinal(engine, files)) return tellPlainly(answer, growing);
    try {
      const choice = await parts.models.open(asker, { provider, model });
      return await writeWithModel({ choice, turn, asker, answer, engine, files, growing, signal }, parts);
    } catch (error) {
      if (!(error instanceof ModelFailure) || signal.aborted) throw error;
      // Words that broke off are not left standing beside the answer that takes their place.
      growing.grown.text = "";
      const written = tellPlainly(answer, growing);
      const text = `${error.message} This is the answer without the model.`;
      return { ...written, problem: { reason: toProblem(error), text } };
    }
  };
}

type TrialQuestion = { asker: Omit<Context, "db">; question: string; choice: OpenedModel; signal: AbortSignal };

type TrialAnswer = Written & { answer: AskAnswer; wasModelAsked: boolean };

/** Answers a question as in a new conversation that nobody keeps, to see how a model does. */
export async function answerForTrial(
  { asker, question, choice, signal }: TrialQuestion,
  parts: Pick<Parts, "database" | "reports" | "engine">,
): Promise<TrialAnswer> {
  const grown = nothingGrown();
  let wasModelAsked = false;
  const growing: Growing = {
    grown,
    add(piece) {
      if (asksModel(piece)) wasModelAsked = true;
      addPiece(grown, piece);
    },
    answeredBy: () => {},
  };
  const turn = beginTurn(question);
  const answer = await readEngine(asker, turn, parts);
  if (isFinal(answer, null)) return { answer, ...nothingUsed, wasModelAsked };
  const work = { choice, turn, asker, answer, engine: answer, files: null, growing, signal };
  const written = await writeWithModel(work, parts);
  return { ...written, answer: { ...(grown.answer ?? answer), text: grown.text }, wasModelAsked };
}

/** What people wrote themselves, and what must not be answered, is told as it is. */
function isFinal({ verified, passages, outcome, reason }: AskAnswer, files: FileAnswer | null): boolean {
  if (verified !== undefined || finalReasons.has(reason)) return true;
  // What documents say is quoted alone, unless a file is to be looked at beside them.
  return passages !== undefined && outcome === "answer" && (files?.told ?? []).length === 0;
}

function tellPlainly(answer: AskAnswer, growing: Growing): Written {
  growing.add({ type: "answer", data: { answer } });
  growing.add({ type: "text", data: { text: answer.text } });
  return nothingUsed;
}

type Working = {
  choice: OpenedModel;
  turn: Turn;
  asker: Omit<Context, "db">;
  answer: AskAnswer;
  /** What figures and documents say, without files. */
  engine: AskAnswer;
  files: FileAnswer | null;
  growing: Growing;
  signal: AbortSignal;
};

async function writeWithModel(work: Working, parts: Pick<Parts, "database" | "reports">): Promise<Written> {
  const { choice, turn, asker, answer, files, growing, signal } = work;
  const { database, reports } = parts;
  const asked = { choice, turn, growing, signal };
  // Where figures never leave, no word of a file does either.
  if (files && files.told.length > 0 && !choice.figuresStay) return writeFromFiles(work, files, parts);
  if (answer.outcome === "answer") {
    growing.add({ type: "answer", data: { answer } });
    // Without its figures there is nothing that a model could put into words.
    if (choice.figuresStay || !answer.result) return tellPlainly(answer, growing);
    const result = await database.inTenant(
      asker.tenantId,
      async (db) => writeResult(answer, { ...asker, db }, false),
      "snapshot",
    );
    const phrased = await phraseAnswer(asked, result);
    if (phrased.text === "") return tellPlainly(answer, growing);
    return check(phrased, turn, [answer], answer);
  }
  const mayAnswer = isUnread(answer);
  const planned = await planAnswer({ ...asked, asker, database, reports }, answer.text, mayAnswer);
  if (!planned) {
    growing.grown.text = "";
    return tellPlainly(answer, growing);
  }
  const shown = planned.found.findLast(({ result }) => result !== undefined) ?? planned.found.at(-1);
  const { promptTokens, answerTokens } = planned;
  if (!mayAnswer && shown?.query) {
    growing.grown.text = "";
    return { ...tellPlainly(addOffer(answer, shown), growing), promptTokens, answerTokens };
  }
  if (!mayAnswer) growing.add({ type: "text", data: { text: planned.text } });
  if (shown) growing.add({ type: "answer", data: { answer: { ...shown, text: planned.text } } });
  return check(planned, turn, planned.found, answer);
}

const unread: ReadonlySet<AskAnswer["reason"]> = new Set(["unknown_metric", "off_topic"]);

/**
 * Whether the engine saw no figure in a question. Else it asks back, or says which name is not known: a model that takes
 * one meaning for granted would answer another question than was asked.
 */
function isUnread({ reason, options = [], unknown = [] }: AskAnswer): boolean {
  return unread.has(reason) && options.length === 0 && unknown.length === 0;
}

/** What a model found instead, as one more thing that may have been meant. */
function addOffer(answer: AskAnswer, { query, assumptions }: AskAnswer): AskAnswer {
  const options = answer.options ?? [];
  const label = assumptions.map((one) => one.label).join(", ");
  const isThere = options.some((option) => option.label === label || isDeepStrictEqual(option.query, query));
  return query && label !== "" && !isThere ? { ...answer, options: [...options, { label, query }] } : answer;
}

/** Lets a model answer from what files and figures say. */
async function writeFromFiles(
  { choice, turn, asker, answer, engine, growing, signal }: Working,
  files: FileAnswer,
  { database }: Pick<Parts, "database">,
): Promise<Written> {
  const quoted = files.quoted.length > 0 ? files.quoted : files.told.slice(0, mostQuoted);
  const shown = joinAnswers(engine, { ...files, found: "said", quoted });
  growing.add({ type: "answer", data: { answer: shown } });
  const result = engine.result
    ? await database.inTenant(asker.tenantId, async (db) => writeResult(engine, { ...asker, db }, false), "snapshot")
    : "None.";
  const phrased = await answerFromPassages({ choice, turn, growing, signal }, writeFilePassages(files.told), result);
  if (phrased.text === "") return tellPlainly(answer, growing);
  const told = files.told.flatMap(({ title, content }) => [title, content]);
  return check(phrased, turn, [shown], engine, told);
}

/** What of an answer is tied to a result, and what is not. */
function check(
  written: ModelAnswer,
  turn: Turn,
  found: readonly AskAnswer[],
  engine: AskAnswer,
  told: readonly string[] = [],
): Written {
  const { text, promptTokens, answerTokens } = written;
  const said = found.map((one) => one.text).filter((one) => one !== text);
  const readings = found.flatMap(({ assumptions }) => assumptions.map(({ label }) => label));
  const passages = found.flatMap((one) => one.passages?.map(({ content }) => content) ?? []);
  const texts = [turn.question, engine.text, ...said, ...readings, ...passages, ...told];
  const results = found.flatMap(({ result }) => result ?? []);
  const problem = written.isCut ? reachedLength : null;
  return { unverified: findUnverified(text, { results, texts }), promptTokens, answerTokens, problem };
}

/** The asker where they ask: a platform admin reads in the organisation that the conversation is about. */
async function lookInto(
  asking: Omit<Context, "db">,
  { aboutTenant }: Turn,
  database: Database,
): Promise<Omit<Context, "db">> {
  if (aboutTenant === null) return asking;
  if (!asking.permissions.has("platform.read")) {
    throw new AnswerProblem("no_access", "Only platform admins can ask about other organisations.");
  }
  const inside = { ...asking, tenantId: aboutTenant, isPlatformAccess: true as const };
  await database.inTenant(aboutTenant, (db) => recordPlatformAccess({ ...inside, db }, routes.askQuestion, {}));
  return inside;
}

/** What the figures and documents say, without a model. */
async function readEngine(asking: Omit<Context, "db">, turn: Turn, parts: ReadParts): Promise<AskAnswer> {
  const { database, engine, use, onQuestion } = parts;
  if (asking.tenantId === platformTenant) return withoutTenant;
  const question = turn.question.slice(0, longestQuestion);
  return database.inTenant(
    asking.tenantId,
    async (db) => {
      const context = { ...asking, db };
      const reports = await reportsAllowedFor(context, parts.reports);
      if (turn.query) return answerAsked(context, { query: metricQuery.parse(turn.query) }, reports);
      const before = turn.previous ? metricQuery.safeParse(turn.previous) : null;
      const input = { question, ...(before?.success && { previous: before.data }) };
      const answer = await askQuestion(context, input, reports, engine);
      if (!asking.isPlatformAccess) use?.note(context, question, answer);
      onQuestion?.(context, answer.outcome);
      return answer;
    },
    "snapshot",
  );
}

const withoutTenant: AskAnswer = {
  outcome: "refuse",
  reason: "no_data",
  text: "The platform has no figures of its own. Choose an organisation to ask about its figures.",
  assumptions: [],
  unused: [],
};
