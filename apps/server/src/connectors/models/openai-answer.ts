import { parseJson } from "../json/parse-json.ts";
import { AnswerBounds } from "./answer-bounds.ts";
import type { ChatPiece, ChatUsage, ToolCall } from "./model-provider.ts";
import { callMalformed } from "./ollama-answer.ts";
import { answerCut, parseRow } from "./read-json-lines.ts";
import type { Line } from "./read-lines.ts";
import { type CallTopic, failMidway } from "./say-failure.ts";
import { isRow, type Row, toCount, toRow, toRows, toText } from "./wire-values.ts";

/** A call of a tool whose arguments come in pieces. */
type OpenCall = { id: string | null; name: string; text: string };

/** The pieces of an answer of a compatible server. It is whole only with a reason for its end and the mark after it. */
export async function* readOpenAiAnswer(events: AsyncIterable<Line>, topic: CallTopic): AsyncGenerator<ChatPiece> {
  const bounds = new AnswerBounds();
  const calls = new Map<number, OpenCall>();
  let reason: string | null = null;
  let usage: Row = {};
  let isMarked = false;
  for await (const event of events) {
    if (event.text.trim() === "[DONE]") {
      isMarked = true;
      break;
    }
    const chunk = parseRow(event);
    if (chunk.error !== undefined && chunk.error !== null) throw failMidway(chunk, topic);
    if (isRow(chunk.usage)) usage = chunk.usage;
    const choice = toRow(toRows(chunk.choices)[0]);
    const delta = toRow(choice.delta);
    for (const [type, text] of [
      ["thinking", toText(delta.reasoning) ?? toText(delta.reasoning_content)],
      ["text", toText(delta.content)],
    ] as const) {
      if (text === null) continue;
      bounds.addText(text);
      yield { type, text };
    }
    for (const piece of toRows(delta.tool_calls)) addPiece(calls, piece, bounds);
    reason = toText(choice.finish_reason) ?? reason;
  }
  if (!isMarked || reason === null) throw answerCut();
  for (const call of calls.values()) yield { type: "call", call: closeCall(call) };
  yield { type: "end", reason: reason === "length" ? "length" : "stop", usage: toUsage(usage) };
}

/** Some servers number no pieces: then one with another id begins the next call. */
function addPiece(calls: Map<number, OpenCall>, piece: Row, bounds: AnswerBounds): void {
  const id = toText(piece.id);
  const last = calls.size - 1;
  const goesOn = last >= 0 && (id === null || calls.get(last)?.id === id);
  const index = toCount(piece.index) ?? (goesOn ? last : last + 1);
  let call = calls.get(index);
  if (!call) {
    bounds.addCall();
    call = { id, name: "", text: "" };
    calls.set(index, call);
  }
  const { name, arguments: text } = toRow(piece.function);
  if (text !== undefined && text !== null && typeof text !== "string") throw callMalformed();
  bounds.addText(text ?? "");
  call.name ||= toText(name) ?? "";
  call.id ??= id;
  call.text += text ?? "";
}

function closeCall({ id, name, text }: OpenCall): ToolCall {
  let given: unknown;
  try {
    given = text.trim() === "" ? {} : parseJson(text);
  } catch {
    throw callMalformed();
  }
  if (name === "" || !isRow(given)) throw callMalformed();
  return { id, name, arguments: { ...given } };
}

/** Servers of this kind count tokens and tell no times. */
function toUsage(usage: Row): ChatUsage {
  return {
    promptTokens: toCount(usage.prompt_tokens),
    answerTokens: toCount(usage.completion_tokens),
    loadMs: null,
    promptMs: null,
    answerMs: null,
  };
}
