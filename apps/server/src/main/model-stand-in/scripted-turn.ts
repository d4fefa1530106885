import { answerBySchema } from "./answer-by-schema.ts";

/** What a chat asks for, by either API. */
export type StandInChat = {
  model: string;
  messages: { role: string; content: string }[];
  tools: { name: string; parameters: unknown }[];
  /** The schema that the answer is to fit. */
  format: unknown;
};

/** What goes wrong while an answer is sent. */
export type TurnFault =
  | "error-midway"
  | "without-end"
  | "without-reason"
  | "without-mark"
  | "half-line"
  | "cut"
  | "silent"
  | "huge-line"
  | "not-json"
  | "arguments-as-text"
  | "arguments-broken";

/** What the model does when it is asked. */
export type Turn = {
  thinking?: string;
  text?: string;
  calls?: { name: string; arguments: Record<string, unknown> }[];
  reason?: "stop" | "length";
  /** Writes all of it, however few tokens it was allowed. */
  isUnbounded?: boolean;
  /** Refuses instead of answering. */
  refusal?: { status: number; error: string };
  redirect?: string;
  /** Waits as if the model were loading, until the gate is released. */
  isSlow?: boolean;
  fault?: TurnFault;
  /** Sends few bytes at a time, which splits lines and letters, or all at once. */
  way?: "split" | "together";
};

export type Script = (chat: StandInChat) => Turn;

const refusals: Record<number, string> = {
  400: "the model got something it does not take",
  401: "unauthorized",
  403: "forbidden",
  429: "too many requests",
  500: "llama runner process has terminated",
  503: "server busy, please try again.  maximum pending requests exceeded",
};

const letters = "Grüße, 東京 and 👋🏽 to all.";

/** What each sentence of a user makes the model do; the first that fits counts. */
const sentences: readonly (readonly [RegExp, (chat: StandInChat, words: string[]) => Turn])[] = [
  [/^think\b/, () => ({ thinking: "They want to see me think. I do.", text: "I have thought." })],
  [/^call one tool/, ({ tools }) => ({ calls: tools.slice(0, 1).map(toCall) })],
  [/^call two tools/, ({ tools }) => ({ calls: [...tools, ...tools].slice(0, 2).map(toCall) })],
  [/^call (\d+) tools/, ({ tools }, [count]) => ({ calls: repeatCall(tools, Number(count)) })],
  [/^call an unknown tool/, () => ({ calls: [{ name: "open_the_gates", arguments: { wide: true } }] })],
  [/^call with text/, ({ tools }) => ({ calls: tools.slice(0, 1).map(toCall), fault: "arguments-as-text" })],
  [/^call with nonsense/, ({ tools }) => ({ calls: tools.slice(0, 1).map(toCall), fault: "arguments-broken" })],
  [/^answer by schema/, ({ format }) => ({ text: JSON.stringify(answerBySchema(format)) })],
  [/^write (\d+) words/, (_, [count]) => ({ text: Array(Number(count)).fill("word").join(" ") })],
  [
    /^write (\d+) MB/,
    (_, [count]) => ({ text: "x".repeat(Number(count) * 1024 ** 2 + 1).replace(/.{65536}/g, "$& ") }),
  ],
  [/^stop at the length/, () => ({ text: "This ends too", reason: "length" })],
  [/^load slowly/, () => ({ text: "Here I am.", isSlow: true })],
  [/^split everything/, () => ({ text: letters, way: "split" })],
  [/^send it at once/, () => ({ text: letters, way: "together" })],
  [/^refuse with (\d+)/, (_, [status]) => refuse(Number(status))],
  [/^refuse by repeating/, ({ messages }) => refuse(400, `cannot read ${messages.at(-1)?.content}`)],
  [/^refuse as too long/, () => refuse(400, "the input length exceeds the context length")],
  [/^redirect/, () => ({ redirect: "http://169.254.169.254/" })],
  [/^fail with ([\w-]+)/, (_, [fault]) => ({ text: "The first words of an answer.", fault: fault as TurnFault })],
];

/** What the model does, by the last message: a tool's answer is repeated, and so is a sentence that is not known. */
export const scriptedTurn: Script = (chat) => {
  const last = chat.messages.at(-1);
  if (last?.role === "tool") return { text: `The tool says: ${last.content}` };
  const said = last?.content ?? "";
  for (const [pattern, act] of sentences) {
    const found = pattern.exec(said);
    if (found) return act(chat, found.slice(1));
  }
  return chat.format ? { text: JSON.stringify(answerBySchema(chat.format)) } : { text: `You said: ${said}` };
};

export function refuse(status: number, error = refusals[status] ?? "something went wrong"): Turn {
  return { refusal: { status, error } };
}

function toCall({ name, parameters }: StandInChat["tools"][number]) {
  return { name, arguments: answerBySchema(parameters) as Record<string, unknown> };
}

function repeatCall(tools: StandInChat["tools"], count: number) {
  return Array.from({ length: count }, () => tools.slice(0, 1).map(toCall)).flat();
}
