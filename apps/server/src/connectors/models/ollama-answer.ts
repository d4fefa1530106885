import { AnswerBounds } from "./answer-bounds.ts";
import { ModelFailure } from "./model-failure.ts";
import type { ChatPiece, ChatUsage, ToolCall } from "./model-provider.ts";
import { answerCut } from "./read-json-lines.ts";
import { type CallTopic, failMidway } from "./say-failure.ts";
import { isRow, type Row, toCount, toRow, toText } from "./wire-values.ts";

/** The pieces of an answer of the native API. */
export async function* readOllamaAnswer(lines: AsyncIterable<Row>, topic: CallTopic): AsyncGenerator<ChatPiece> {
  const bounds = new AnswerBounds();
  for await (const line of lines) {
    if (line.error !== undefined) throw failMidway(line, topic);
    const message = toRow(line.message);
    for (const [type, text] of [
      ["thinking", toText(message.thinking)],
      ["text", toText(message.content)],
    ] as const) {
      if (text === null) continue;
      bounds.addText(text);
      yield { type, text };
    }
    for (const call of Array.isArray(message.tool_calls) ? message.tool_calls : []) {
      bounds.addCall();
      yield { type: "call", call: toCall(toRow(call)) };
    }
    if (line.done === true) {
      return yield { type: "end", reason: line.done_reason === "length" ? "length" : "stop", usage: toUsage(line) };
    }
  }
  throw answerCut();
}

function toCall(call: Row): ToolCall {
  const { name, arguments: given } = toRow(call.function);
  const tool = toText(name);
  if (tool === null || !isRow(given)) throw callMalformed();
  return { id: toText(call.id), name: tool, arguments: { ...given } };
}

/** A tool that a model asks for in a way that says not which, or not with what. */
export function callMalformed(): ModelFailure {
  return new ModelFailure("malformed", "The model asked for a tool in a form that cannot be read. Ask again.");
}

function toUsage(line: Row): ChatUsage {
  return {
    promptTokens: toCount(line.prompt_eval_count),
    answerTokens: toCount(line.eval_count),
    loadMs: toMilliseconds(line.load_duration),
    promptMs: toMilliseconds(line.prompt_eval_duration),
    answerMs: toMilliseconds(line.eval_duration),
  };
}

function toMilliseconds(nanoseconds: unknown): number | null {
  const count = toCount(nanoseconds);
  return count === null ? null : Math.round(count / 1e6);
}
