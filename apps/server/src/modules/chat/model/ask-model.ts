import { type AskAnswer, answerRanges } from "@console/contracts";
import { type ChatMessage, type ChatPiece, ModelFailure, type ToolCall } from "../../../connectors/models/index.ts";
import type { Context, SnapshotContext } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { mostAnswerTokens } from "../../limits/index.ts";
import type { OpenedModel } from "../../models/index.ts";
import { type Reports, reportsAllowedFor } from "../../reports/index.ts";
import type { GrowingMessage } from "../growing-message.ts";
import type { Turn } from "../read-turn.ts";
import { findTool, toolSchemas } from "./model-tools.ts";
import { answering, personalText, phrasing, planning, systemText } from "./prompts.ts";

const mostSteps = 6;
/** After so many plans that failed the answer of the engine stands. */
const mostFailures = 2;
const mostEarlier = 10;
const mostEarlierLetters = 12_000;
/** Of letters; the page draws no more. */
const longestAnswer = 120_000;

/** What a model wrote, and what it looked at for it. */
export type ModelAnswer = {
  text: string;
  /** The answers of its tools that held something. */
  found: AskAnswer[];
  promptTokens: number | null;
  answerTokens: number | null;
  /** It reached the longest length, and has more to say. */
  isCut: boolean;
};

export type Asking = {
  choice: OpenedModel;
  turn: Turn;
  growing: Pick<GrowingMessage, "add" | "answeredBy">;
  signal: AbortSignal;
};

/** Puts an answer that is sure into words. */
export function phraseAnswer(asking: Asking, result: string): Promise<ModelAnswer> {
  return writeWords(asking, phrasing(asking.turn.question, result));
}

/** Answers from passages of attached files, and the figures where there are some. */
export function answerFromPassages(asking: Asking, passages: string, result: string): Promise<ModelAnswer> {
  return writeWords(asking, answering(asking.turn.question, passages, result));
}

async function writeWords(asking: Asking, asked: string): Promise<ModelAnswer> {
  const messages = beginWith(asking, asked);
  const { text, calls: _, ...heard } = await listen(asking, messages, false);
  return { text: text.trim(), found: [], ...heard };
}

type Planning = Asking & { asker: Omit<Context, "db">; database: Database; reports: Reports };

/** Lets a model find what the engine could not; null where it found nothing, or its plans failed. */
export async function planAnswer(
  asking: Planning,
  hint: string,
  /** Its words are shown as they come only where they may be the answer. */
  mayAnswer: boolean,
): Promise<ModelAnswer | null> {
  const { growing, turn } = asking;
  const messages = beginWith(asking, planning(turn.question, hint));
  const found: AskAnswer[] = [];
  let failures = 0;
  let promptTokens: number | null = null;
  let answerTokens: number | null = null;
  for (let step = 0; step <= mostSteps; step++) {
    const isLast = step === mostSteps;
    // A plan may still fail, so that its words are shown only once it has looked at something.
    const heard = await listen(asking, messages, !isLast, mayAnswer && found.length > 0);
    promptTokens = add(promptTokens, heard.promptTokens);
    answerTokens = add(answerTokens, heard.answerTokens);
    if (heard.calls.length === 0) {
      const text = heard.text.trim();
      return found.length > 0 && text !== "" ? { text, found, promptTokens, answerTokens, isCut: heard.isCut } : null;
    }
    messages.push({ role: "assistant", content: heard.text, toolCalls: heard.calls });
    for (const [place, call] of heard.calls.entries()) {
      const id = `${step}-${place}`;
      const { content, answer, hasFailed } = await useTool(asking, call, id);
      if (answer) found.push(answer);
      if (hasFailed) failures++;
      messages.push({
        role: "tool",
        toolName: call.name,
        content,
        ...(call.id !== null && { toolCallId: call.id }),
      });
    }
    if (failures >= mostFailures) return null;
    growing.add({ type: "phase", data: { phase: "thinking" } });
  }
  return null;
}

type Used = { content: string; answer: AskAnswer | null; hasFailed: boolean };

/** Does what a model asks for, as the asker and within what they may see. */
async function useTool(
  { asker, database, reports, choice, growing }: Planning,
  call: ToolCall,
  id: string,
): Promise<Used> {
  const tool = findTool(call.name);
  if (!tool) {
    const title = "Looking for a way that there is not";
    growing.add({ type: "step", data: { id, tool: "unknown", title, state: "failed", note: "No such tool" } });
    return { content: "There is no such tool.", answer: null, hasFailed: true };
  }
  const step = { id, tool: tool.schema.name, title: tool.title(call.arguments) };
  growing.add({ type: "step", data: { ...step, state: "running", note: null } });
  try {
    const outcome = await database.inTenant(
      asker.tenantId,
      async (db) => {
        const context: SnapshotContext = { ...asker, db };
        const allowed = await reportsAllowedFor(context, reports);
        return tool.run(call.arguments, { context, reports: allowed, figuresStay: choice.figuresStay });
      },
      "snapshot",
    );
    growing.add({ type: "step", data: { ...step, state: "done", note: outcome.note } });
    return { content: outcome.content, answer: outcome.answer ?? null, hasFailed: false };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    growing.add({ type: "step", data: { ...step, state: "failed", note: error.message.slice(0, 300) } });
    return { content: `This was refused: ${error.message}`, answer: null, hasFailed: true };
  }
}

type Heard = Omit<ModelAnswer, "found"> & { calls: ToolCall[] };

/** Asks the model once and passes on what it says. */
export async function listen(
  { choice, turn, growing, signal }: Asking,
  messages: readonly ChatMessage[],
  mayUseTools: boolean,
  isShown = true,
): Promise<Heard> {
  const heard: Heard = { text: "", calls: [], promptTokens: null, answerTokens: null, isCut: false };
  let phase = "loading";
  growing.add({ type: "phase", data: { phase: "loading" } });
  const enter = (next: "thinking" | "writing") => {
    if (phase === next) return;
    phase = next;
    growing.add({ type: "phase", data: { phase: next } });
  };
  const pieces: AsyncIterable<ChatPiece> = choice.provider.streamChat(
    {
      model: choice.model,
      messages: [...messages],
      ...(mayUseTools && choice.canUseTools && { tools: toolSchemas }),
      options: {
        temperature: turn.settings.temperature ?? answerRanges.temperature.usual,
        mostTokens: turn.settings.answerTokens ?? mostAnswerTokens,
      },
    },
    signal,
  );
  for await (const piece of pieces) {
    growing.answeredBy(choice.readServer());
    if (piece.type === "thinking") {
      enter("thinking");
      growing.add(
        piece.text === ""
          ? { type: "phase", data: { phase: "thinking" } }
          : { type: "thinking", data: { text: piece.text } },
      );
    } else if (piece.type === "text") {
      heard.text += piece.text;
      if (heard.text.length > longestAnswer) throw new ModelFailure("malformed", "The model wrote without end.");
      if (isShown) {
        enter("writing");
        growing.add({ type: "text", data: { text: piece.text } });
      }
    } else if (piece.type === "call") heard.calls.push(piece.call);
    else {
      heard.isCut = piece.reason === "length";
      heard.promptTokens = piece.usage.promptTokens;
      heard.answerTokens = piece.usage.answerTokens;
    }
  }
  return heard;
}

/** The instructions, the end of the conversation so far, and what is asked now. */
function beginWith({ choice, turn }: Asking, asked: string): ChatMessage[] {
  const earlier: ChatMessage[] = [];
  let letters = 0;
  for (const { role, text } of [...turn.earlier].reverse().slice(0, mostEarlier)) {
    letters += text.length;
    // Earlier answers hold figures.
    if (letters > mostEarlierLetters) break;
    if (text !== "" && (role === "user" || !choice.figuresStay)) earlier.unshift({ role, content: text });
  }
  const system = systemText(choice.system) + personalText(turn.profile, choice.figuresStay);
  return [{ role: "system", content: system }, ...earlier, { role: "user", content: asked }];
}

function add(sum: number | null, more: number | null): number | null {
  return more === null ? sum : (sum ?? 0) + more;
}
