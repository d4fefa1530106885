import type {
  ChatPiece,
  ChatRequest,
  ModelDetails,
  ModelServerState,
  ModelSummary,
  OllamaProvider,
} from "./model-provider.ts";
import { type ModelAccess, ModelServer } from "./model-server.ts";
import { readOllamaAnswer } from "./ollama-answer.ts";
import { namesCloud, toDetails, toLoaded, toSummary } from "./ollama-models.ts";
import { toOllamaChat } from "./ollama-request.ts";
import { pullModel } from "./pull-model.ts";
import { readJsonLines } from "./read-json-lines.ts";
import { cloudForbidden, lacksCapability } from "./say-failure.ts";
import { toRows, toText } from "./wire-values.ts";

export type OllamaAccess = ModelAccess & {
  /** Whether models may be asked that their server passes on to a cloud. */
  allowCloud?: boolean;
  /** How much a model sees at once where a request does not say. */
  contextTokens?: number;
};

const usualContextTokens = 16_384;
/** Loading reads the whole model into memory, and custom models may be converted. */
const longFirstByteMs = 10 * 60_000;

/** Opens a server with the native API of Ollama. */
export function createOllama(access: OllamaAccess): OllamaProvider {
  const { allowCloud = false, contextTokens = usualContextTokens } = access;
  // People copy the address with the path that other clients want.
  const server = new ModelServer({ ...access, url: access.url.replace(/\/(api|v1)?\/*$/, "") });
  const show = async (model: string, signal: AbortSignal) =>
    toDetails(await server.read({ path: "/api/show", body: { model }, model, signal }), model);
  const settle = (model: string, keepAlive: string | number, signal: AbortSignal) => {
    const options = { num_ctx: contextTokens };
    const body = { model, messages: [], stream: false, keep_alive: keepAlive, options };
    return server.send({ path: "/api/chat", body, model, signal, firstByteMs: longFirstByteMs });
  };
  return {
    kind: "ollama",
    async *streamChat(request, signal): AsyncGenerator<ChatPiece> {
      const { model, messages } = request;
      if (!allowCloud && namesCloud(model)) throw cloudForbidden(model);
      // Asked each time: whoever runs the server may have put another model under the name.
      const details = await show(model, signal);
      if (!allowCloud && details.isCloud) throw cloudForbidden(model);
      requireCapabilities(request, details);
      const canThink = details.capabilities?.includes("thinking") ?? null;
      const body = toOllamaChat(request, contextTokens, canThink);
      const call = { path: "/api/chat", body, model, signal, asked: messages.map(({ content }) => content) };
      yield* readOllamaAnswer(readJsonLines(await server.stream(call)), server.topicOf(call));
    },
    describe: (signal) => describe(server, show, signal),
    async loaded(signal) {
      const { models } = await server.read({ path: "/api/ps", signal });
      return toRows(models).map(toLoaded);
    },
    show,
    pull: (model, signal) => pullModel(server, model, signal),
    remove: (model, signal) => server.send({ path: "/api/delete", method: "DELETE", body: { model }, model, signal }),
    create: ({ model, from, system, parameters }, signal) => {
      const body = { model, from, system, parameters, stream: false };
      return server.send({ path: "/api/create", body, model: from, signal, firstByteMs: longFirstByteMs });
    },
    load: settle,
    unload: (model, signal) => settle(model, 0, signal),
  };
}

/** Refuses what the model cannot do before anything that people wrote is sent. */
function requireCapabilities({ tools = [], think }: ChatRequest, { capabilities }: ModelDetails): void {
  if (capabilities === null) return;
  if (!capabilities.includes("completion")) throw lacksCapability("no_chat");
  if (tools.length > 0 && !capabilities.includes("tools")) throw lacksCapability("no_tools");
  if (think && !capabilities.includes("thinking")) throw lacksCapability("no_thinking");
}

async function describe(
  server: ModelServer,
  show: OllamaProvider["show"],
  signal: AbortSignal,
): Promise<ModelServerState> {
  const begunAt = performance.now();
  const { version } = await server.read({ path: "/api/version", signal });
  const latencyMs = Math.round(performance.now() - begunAt);
  const { models: rows } = await server.read({ path: "/api/tags", signal });
  const models: ModelSummary[] = [];
  for (const summary of toRows(rows).map(toSummary)) {
    models.push(summary.capabilities ? summary : await completeSummary(summary, show, signal));
  }
  return { version: toText(version), latencyMs, models };
}

/** Older servers tell what a model can only when they are asked for it alone. */
async function completeSummary(
  summary: ModelSummary,
  show: OllamaProvider["show"],
  signal: AbortSignal,
): Promise<ModelSummary> {
  try {
    const { capabilities, contextTokens, isCloud, remoteHost } = await show(summary.name, signal);
    return {
      ...summary,
      capabilities,
      contextTokens: summary.contextTokens ?? contextTokens,
      isCloud: summary.isCloud || isCloud,
      remoteHost: summary.remoteHost ?? remoteHost,
    };
  } catch (error) {
    // One model that cannot be shown does not hide the others.
    if (signal.aborted) throw error;
    return summary;
  }
}
