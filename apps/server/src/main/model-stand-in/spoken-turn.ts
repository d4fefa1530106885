import type { Turn } from "./scripted-turn.ts";

/** What a model really says of a turn: it may not think, and it stops where the caller wants. */
export type SpokenTurn = {
  thinking: string[];
  words: string[];
  calls: { id: string; index: number; name: string; arguments: Record<string, unknown> }[];
  reason: "stop" | "length";
};

/** Each word is a token. */
export function speakTurn(
  turn: Turn,
  { mayThink, mostTokens }: { mayThink: boolean; mostTokens: unknown },
): SpokenTurn {
  const words = splitWords(turn.text);
  const isBounded = typeof mostTokens === "number" && mostTokens >= 0 && !turn.isUnbounded;
  const most = isBounded ? mostTokens : words.length;
  const calls = (turn.calls ?? []).map((call, index) => ({ ...call, id: `call_${index + 1}`, index }));
  return {
    thinking: mayThink ? splitWords(turn.thinking) : [],
    words: words.slice(0, most),
    calls,
    reason: words.length > most ? "length" : (turn.reason ?? "stop"),
  };
}

function splitWords(text = ""): string[] {
  return text.match(/\s*\S+\s*?/gu) ?? [];
}
