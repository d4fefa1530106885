import type { OutboundFailure, OutboundReason } from "../../platform/outbound/outbound-failure.ts";
import { parseJson } from "../json/parse-json.ts";
import { ModelFailure, type ModelReason } from "./model-failure.ts";
import { isRow, type Row, toRow, toText } from "./wire-values.ts";

/** What a message to people must not repeat: keys whole, and no piece of what was asked. */
export type Hidden = { secrets: readonly string[]; asked: readonly string[] };

/** What a call was about, for what is said when it fails. */
export type CallTopic = { hidden: Hidden; model: string | null };

const longestExcerpt = 160;
/** So many letters in a row of what was asked show that the server repeats it. */
const tellingLetters = 12;

const unusable: readonly (readonly [RegExp, ModelReason, string])[] = [
  [
    /does not support tools|tool choice requires/i,
    "no_tools",
    "This model cannot use tools. Choose a model that can, or switch tools off.",
  ],
  [
    /does not support thinking/i,
    "no_thinking",
    "This model cannot think before it answers. Switch thinking off, or choose another model.",
  ],
  [/does not support (chat|generate)/i, "no_chat", "This model cannot chat. Choose a model that can."],
  [
    /context.?(length|size|window)|(prompt|input|request)\b.*\btoo (long|large)/i,
    "too_long",
    "The conversation is too long for this model. Start a new one, or give the model a larger context.",
  ],
];

const lost: Record<OutboundReason, ModelReason> = {
  forbidden: "misconfigured",
  certificate: "misconfigured",
  redirect: "misconfigured",
  not_found: "away",
  refused: "away",
  lost: "away",
  connect_timeout: "away",
  first_byte_timeout: "silent",
  silence: "silent",
  cut: "cut",
  too_large: "malformed",
};

const advice: Partial<Record<ModelReason, string>> = {
  misconfigured: "Check the address of the model server.",
  away: "Check that the model server runs, or try again later.",
  silent: "It may still be loading the model, or be overloaded. Try again in a moment.",
  cut: "Ask again.",
};

/** What the way to a model server and back did wrong. */
export function failOnTheWay({ reason: outboundReason, message }: OutboundFailure): ModelFailure {
  const reason = lost[outboundReason];
  return new ModelFailure(reason, [message, advice[reason]].filter(Boolean).join(" "));
}

/** What a model server refuses before it begins to answer. */
export function failWithStatus(status: number, text: string, topic: CallTopic): ModelFailure {
  const body = parseBody(text);
  const said = readSaid(body);
  const quoted = quote(said, topic.hidden);
  if (status === 401 && toText(body.signin_url)) {
    return new ModelFailure("unauthorized", "This model runs in a cloud in which its server is not signed in.");
  }
  if (status === 403 && /cloud/i.test(said)) return cloudForbidden(topic.model);
  if (status === 401 || status === 403) {
    return new ModelFailure("unauthorized", "The model server refused access. Check the key of the provider.");
  }
  if (status === 404 && !/model/i.test(said)) {
    return new ModelFailure("misconfigured", "The address of the model server answers 404. Check the address.");
  }
  if (status === 404) return modelMissing(topic.model);
  if (status === 429 || status === 503) {
    return new ModelFailure("busy", "The model server is busy or still loading. Try again in a moment.");
  }
  if (status === 413) return new ModelFailure("too_long", "The conversation is too long for the model server.");
  const known = failAsSaid(said, topic);
  if (known) return known;
  if (status >= 500) {
    const message = `The model server failed with ${status}${quoted}. Try again, or ask its operator.`;
    return new ModelFailure("failed", message);
  }
  return new ModelFailure("refused_request", `The model server refused the request with ${status}${quoted}.`);
}

/** An error in the middle of an answer. */
export function failMidway(line: Row, topic: CallTopic): ModelFailure {
  const said = readSaid(line);
  if (isMissing(said)) return modelMissing(topic.model);
  return new ModelFailure(
    "failed_midway",
    `The model server failed in the middle${quote(said, topic.hidden)}. Try again.`,
  );
}

export function modelMissing(model: string | null): ModelFailure {
  const name = model === null ? "this model" : `the model "${model}"`;
  return new ModelFailure("model_missing", `The model server does not have ${name}. Check its name, or download it.`);
}

export function cloudForbidden(model: string | null): ModelFailure {
  const name = model === null ? "This model" : `The model "${model}"`;
  const message = `${name} runs in a cloud, so what it is asked would leave the model server. Choose a local one.`;
  return new ModelFailure("cloud_forbidden", message);
}

/** A model that lacks what a request wants, as the server says it when it is asked. */
export function lacksCapability(reason: "no_tools" | "no_thinking" | "no_chat"): ModelFailure {
  const [, , message] = unusable.find(([, known]) => known === reason) ?? [];
  return new ModelFailure(reason, message ?? "");
}

function failAsSaid(said: string, { model }: CallTopic): ModelFailure | null {
  if (isMissing(said)) return modelMissing(model);
  const [, reason, message] = unusable.find(([pattern]) => pattern.test(said)) ?? [];
  return reason ? new ModelFailure(reason, message ?? "") : null;
}

function isMissing(said: string): boolean {
  return /model\b.*(not found|does not exist)|file does not exist/i.test(said);
}

function parseBody(text: string): Row {
  try {
    return toRow(parseJson(text));
  } catch {
    return {};
  }
}

/** What an error says, in any of the forms that servers use. */
function readSaid(body: Row): string {
  const said = isRow(body.error) ? body.error.message : (body.error ?? body.message ?? body.detail);
  return (toText(said) ?? "").replace(/[\s\p{C}]+/gu, " ").trim();
}

/** What the server says, short and in quotes; nothing where it repeats what must not be told. */
function quote(said: string, { secrets, asked }: Hidden): string {
  const excerpt = said.length > longestExcerpt ? `${said.slice(0, longestExcerpt)}…` : said;
  const texts = asked.map((text) => text.replace(/\s+/g, " "));
  const isTold = secrets.some((secret) => secret !== "" && excerpt.includes(secret)) || repeats(excerpt, texts);
  return excerpt === "" || isTold ? "" : `: “${excerpt}”`;
}

function repeats(excerpt: string, asked: readonly string[]): boolean {
  if (asked.some((text) => text.length > 2 && text.length < tellingLetters && excerpt.includes(text))) return true;
  for (let start = 0; start + tellingLetters <= excerpt.length; start++) {
    const piece = excerpt.slice(start, start + tellingLetters);
    if (asked.some((text) => text.includes(piece))) return true;
  }
  return false;
}
