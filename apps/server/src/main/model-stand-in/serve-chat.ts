import type { ServerResponse } from "node:http";
import { compatibleAnswer, wholeCompatibleAnswer } from "./compatible-answer.ts";
import type { Gate } from "./gate.ts";
import type { ModelStore, Omission, StoredModel } from "./model-store.ts";
import { nativeAnswer, wholeNativeAnswer } from "./native-answer.ts";
import { refuse, type Script, type StandInChat, type Turn } from "./scripted-turn.ts";
import { sendError, sendJson, type WireRow } from "./send-json.ts";
import { sendTurn } from "./send-turn.ts";
import { speakTurn } from "./spoken-turn.ts";

export type ChatSetup = {
  store: ModelStore;
  loads: Gate;
  script: Script;
  omissions: readonly Omission[];
  pace: () => Promise<void>;
  clock: () => Date;
};

type Api = "native" | "compatible";

/** Answers a chat of either API. */
export async function serveChat(setup: ChatSetup, api: Api, body: WireRow, response: ServerResponse): Promise<void> {
  const model = setup.store.find(body.model);
  const chat = readChat(body);
  if (!model) return sendError(response, api, 404, `model '${chat.model}' not found`);
  const problem = findProblem(api, model, chat, body);
  const turn = problem ? refuse(400, problem) : setup.script(chat);
  if (turn.redirect) return void response.writeHead(307, { location: turn.redirect }).end();
  if (turn.refusal) return sendError(response, api, turn.refusal.status, turn.refusal.error);
  const options = (body.options ?? {}) as WireRow;
  if (api === "native" && chat.messages.length === 0) {
    if (body.keep_alive === 0) setup.store.unload(model);
    else setup.store.load(model, options.num_ctx);
    const reason = body.keep_alive === 0 ? "unload" : "load";
    const message = { role: "assistant", content: "" };
    return sendJson(response, 200, { model: chat.model, message, done: true, done_reason: reason });
  }
  if (turn.isSlow) await setup.loads.pass();
  setup.store.load(model, options.num_ctx);
  await (api === "native" ? speakNative : speakCompatible)(setup, { model, chat, body, turn }, response);
}

type Asked = { model: StoredModel; chat: StandInChat; body: WireRow; turn: Turn };

async function speakNative(setup: ChatSetup, { model, chat, body, turn }: Asked, response: ServerResponse) {
  const mayThink = model.capabilities.includes("thinking") && body.think !== false;
  const { num_predict: mostTokens } = (body.options ?? {}) as WireRow;
  const spoken = speakTurn(turn, { mayThink, mostTokens });
  const setting = {
    model: chat.model,
    at: setup.clock(),
    hasIds: !setup.omissions.includes("call-ids"),
    hasMetrics: !setup.omissions.includes("metrics"),
    promptTokens: countTokens(chat),
  };
  if (body.stream === false) return sendJson(response, 200, wholeNativeAnswer(spoken, setting));
  await sendTurn(response, nativeAnswer(spoken, turn, setting), turn, setup.pace);
}

async function speakCompatible(setup: ChatSetup, { model, chat, body, turn }: Asked, response: ServerResponse) {
  const mayThink = model.capabilities.includes("thinking") && body.reasoning_effort !== "none";
  const spoken = speakTurn(turn, { mayThink, mostTokens: body.max_tokens });
  const { include_usage: hasUsage } = (body.stream_options ?? {}) as WireRow;
  const setting = {
    model: chat.model,
    at: setup.clock(),
    hasUsage: hasUsage === true && !setup.omissions.includes("metrics"),
    promptTokens: countTokens(chat),
  };
  if (body.stream !== true) return sendJson(response, 200, wholeCompatibleAnswer(spoken, setting));
  await sendTurn(response, compatibleAnswer(spoken, turn, setting), turn, setup.pace);
}

function findProblem(api: Api, model: StoredModel, chat: StandInChat, body: WireRow): string | null {
  const { capabilities } = model;
  if (!capabilities.includes("completion")) return `"${chat.model}" does not support chat`;
  if (chat.tools.length > 0 && !capabilities.includes("tools")) {
    return `registry.ollama.ai/library/${model.name} does not support tools`;
  }
  if (api === "native" && body.think && !capabilities.includes("thinking")) {
    return `"${chat.model}" does not support thinking`;
  }
  return null;
}

/** The two APIs write tools alike, and schemas and pictures each in its own way. */
function readChat({ model, messages, tools, format, response_format }: WireRow): StandInChat {
  const schema = (response_format as { json_schema?: { schema?: unknown } } | undefined)?.json_schema?.schema;
  return {
    model: String(model ?? ""),
    messages: ((messages ?? []) as { role: string; content: unknown }[]).map(({ role, content }) => {
      const parts = Array.isArray(content) ? (content as { text?: string }[]).map(({ text }) => text ?? "") : [content];
      return { role, content: parts.join("") };
    }),
    tools: ((tools ?? []) as { function: StandInChat["tools"][number] }[]).map((tool) => tool.function),
    format: format ?? schema ?? null,
  };
}

function countTokens({ messages }: StandInChat): number {
  return messages.flatMap(({ content }) => content.split(/\s+/)).length;
}
