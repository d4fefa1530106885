import type { Turn } from "./scripted-turn.ts";
import type { WireAnswer } from "./send-turn.ts";
import type { SpokenTurn } from "./spoken-turn.ts";

type Setting = { model: string; at: Date; hasUsage: boolean; promptTokens: number };

/** Servers send comments to keep a connection open. */
const comment = ": it begins\r\n\r\n";

/** An answer as events of the compatible API; arguments of tools come in pieces, the calls in turns. */
export function compatibleAnswer(spoken: SpokenTurn, { fault }: Turn, setting: Setting): WireAnswer {
  const { thinking, words, calls, reason } = spoken;
  const base = head(setting, "chat.completion.chunk");
  let isFirst = true;
  const say = (delta: object, finish: string | null = null) => {
    const spokenDelta = isFirst ? { role: "assistant", ...delta } : delta;
    isFirst = false;
    return toEvent({ ...base, choices: [{ index: 0, delta: spokenDelta, finish_reason: finish }] });
  };
  const pieces = thinking.map((text) => say({ reasoning: text }));
  for (const word of words) pieces.push(say({ content: word }));
  const texts = calls.map(({ arguments: given }) => {
    const text = JSON.stringify(given);
    return fault === "arguments-broken" ? text.slice(0, -1) : text;
  });
  for (const { id, index, name } of calls) {
    pieces.push(say({ tool_calls: [{ id, index, type: "function", function: { name, arguments: "" } }] }));
  }
  const longest = Math.max(0, ...texts.map((text) => text.length));
  for (let start = 0; start < longest; start += 4) {
    for (const [index, text] of texts.entries()) {
      const part = fault === "arguments-as-text" ? {} : text.slice(start, start + 4);
      if (part !== "") pieces.push(say({ tool_calls: [{ index, function: { arguments: part } }] }));
    }
  }
  const finish = toEvent({
    ...base,
    choices: [{ index: 0, delta: {}, finish_reason: reason === "stop" && calls.length > 0 ? "tool_calls" : reason }],
  });
  const usage = toEvent({ ...base, choices: [], usage: usageOf(spoken, setting) });
  return {
    contentType: "text/event-stream",
    pieces: pieces.map((piece, place) => (place === 0 ? `${comment}${piece}` : piece)),
    reason: setting.hasUsage ? [finish, usage] : [finish],
    mark: ["data: [DONE]\n\n"],
    error: toEvent({ error: { message: "an error was encountered while running the model" } }),
    nonsense: "data: <html>Bad gateway</html>\n\n",
  };
}

/** The same answer in one object. */
export function wholeCompatibleAnswer(spoken: SpokenTurn, setting: Setting): object {
  const { thinking, words, calls, reason } = spoken;
  const wireCalls = calls.map(({ id, index, name, arguments: given }) => {
    return { id, index, type: "function", function: { name, arguments: JSON.stringify(given) } };
  });
  const message = {
    role: "assistant",
    content: words.join(""),
    reasoning: thinking.join("") || undefined,
    tool_calls: wireCalls.length > 0 ? wireCalls : undefined,
  };
  const finish = reason === "stop" && calls.length > 0 ? "tool_calls" : reason;
  return {
    ...head(setting, "chat.completion"),
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: usageOf(spoken, setting),
  };
}

function head({ model, at }: Setting, object: string): object {
  const created = Math.floor(at.getTime() / 1000);
  return { id: "chatcmpl-1", object, created, model, system_fingerprint: "fp_stand_in" };
}

function usageOf({ words, thinking }: SpokenTurn, { promptTokens }: Setting): object {
  const answerTokens = words.length + thinking.length;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: answerTokens,
    total_tokens: promptTokens + answerTokens,
  };
}

function toEvent(value: object): string {
  return `data: ${JSON.stringify(value)}\r\n\r\n`;
}
