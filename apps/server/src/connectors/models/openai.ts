import { ModelFailure } from "./model-failure.ts";
import type { ChatPiece, ModelProvider, ModelSummary } from "./model-provider.ts";
import { type ModelAccess, ModelServer } from "./model-server.ts";
import { readOpenAiAnswer } from "./openai-answer.ts";
import { toOpenAiChat } from "./openai-request.ts";
import { readEvents } from "./read-events.ts";
import { toRows, toText } from "./wire-values.ts";

/** Opens a server with an API that is compatible with that of OpenAI; an address without a path gets the usual one. */
export function createOpenAi(access: ModelAccess): ModelProvider {
  const url = access.url.replace(/\/+$/, "");
  const server = new ModelServer({ ...access, url: /^\w+:\/\/[^/]*$/.test(url) ? `${url}/v1` : url });
  return {
    kind: "openai",
    async *streamChat(request, signal): AsyncGenerator<ChatPiece> {
      const { model, messages } = request;
      const asked = messages.map(({ content }) => content);
      const call = { path: "/chat/completions", body: toOpenAiChat(request), model, signal, asked };
      yield* readOpenAiAnswer(readEvents(await server.stream(call)), server.topicOf(call));
    },
    async describe(signal) {
      const begunAt = performance.now();
      const { data } = await server.read({ path: "/models", signal });
      const latencyMs = Math.round(performance.now() - begunAt);
      if (!Array.isArray(data)) {
        throw new ModelFailure("malformed", "The address does not answer with a list of models. Check the address.");
      }
      const names = toRows(data).flatMap(({ id }) => toText(id) ?? []);
      return { version: null, latencyMs, models: names.map(summarize) };
    },
  };
}

/** Servers of this kind tell names and nothing else. */
function summarize(name: string): ModelSummary {
  return {
    name,
    sizeBytes: null,
    digest: null,
    modifiedAt: null,
    family: null,
    parameterSize: null,
    quantization: null,
    contextTokens: null,
    capabilities: null,
    isCloud: false,
    remoteHost: null,
  };
}
