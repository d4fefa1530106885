import type { Turn } from "./scripted-turn.ts";
import type { WireAnswer } from "./send-turn.ts";
import type { SpokenTurn } from "./spoken-turn.ts";

type Setting = { model: string; at: Date; hasIds: boolean; hasMetrics: boolean; promptTokens: number };

/** An answer as lines of the native API. */
export function nativeAnswer(spoken: SpokenTurn, { fault }: Turn, setting: Setting): WireAnswer {
  const { thinking, words, calls } = spoken;
  const say = (message: object) =>
    toLine({ ...head(setting), message: { role: "assistant", content: "", ...message }, done: false });
  const wireCalls = calls.map(({ id, index, name, arguments: given }) => ({
    id: setting.hasIds ? id : undefined,
    function: {
      index,
      name,
      arguments: fault === "arguments-as-text" ? JSON.stringify(given) : fault === "arguments-broken" ? [given] : given,
    },
  }));
  const pieces = thinking.map((text) => say({ thinking: text }));
  for (const word of words) pieces.push(say({ content: word }));
  for (const call of wireCalls) pieces.push(say({ tool_calls: [call] }));
  return {
    contentType: "application/x-ndjson",
    pieces,
    reason: [toLine({ ...head(setting), message: { role: "assistant", content: "" }, ...endOf(spoken, setting) })],
    mark: [],
    error: toLine({ error: "an error was encountered while running the model" }),
    nonsense: "<html>Bad gateway</html>\n",
  };
}

/** The same answer in one object. */
export function wholeNativeAnswer(spoken: SpokenTurn, setting: Setting): object {
  const { thinking, words, calls } = spoken;
  const message = {
    role: "assistant",
    content: words.join(""),
    thinking: thinking.join("") || undefined,
    tool_calls:
      calls.length > 0
        ? calls.map(({ id, index, name, arguments: given }) => ({ id, function: { index, name, arguments: given } }))
        : undefined,
  };
  return { ...head(setting), message, ...endOf(spoken, setting) };
}

function head({ model, at }: Setting): object {
  return { model, created_at: at.toISOString().replace("Z", "123456Z") };
}

function endOf({ words, thinking, reason }: SpokenTurn, { hasMetrics, promptTokens }: Setting): object {
  const end = { done: true, done_reason: reason };
  if (!hasMetrics) return end;
  return {
    ...end,
    total_duration: 1_250_000_000,
    load_duration: 250_000_000,
    prompt_eval_count: promptTokens,
    prompt_eval_duration: 400_000_000,
    eval_count: words.length + thinking.length,
    eval_duration: 600_000_000,
  };
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
