import type { ChatMessage, ChatRequest, ModelProvider, ModelSummary } from "../../connectors/models/index.ts";
import type { CustomModel } from "./custom-model-store.ts";

/**
 * A server with its custom models. What the product says to a model takes the place of the instructions and parameters
 * that a server keeps for it, so that these are applied here whatever the server is.
 */
export function withCustomModels(provider: ModelProvider, readCustom: () => Promise<CustomModel[]>): ModelProvider {
  return {
    kind: provider.kind,
    async *streamChat(request, signal) {
      const custom = (await readCustom()).find(({ name }) => name === request.model);
      yield* provider.streamChat(custom ? customize(request, custom, provider.kind) : request, signal);
    },
    async describe(signal) {
      const state = await provider.describe(signal);
      return { ...state, models: addCustom(state.models, await readCustom()) };
    },
  };
}

function customize(request: ChatRequest, custom: CustomModel, kind: ModelProvider["kind"]): ChatRequest {
  const { base, instructions, temperature, topP, contextTokens, mostTokens } = custom;
  const most = Math.min(
    mostTokens ?? Number.POSITIVE_INFINITY,
    request.options?.mostTokens ?? Number.POSITIVE_INFINITY,
  );
  return {
    ...request,
    // An Ollama server has the custom model itself; others know only what it is made of.
    model: kind === "ollama" ? request.model : base,
    messages: instructions === null ? request.messages : addInstructions(request.messages, instructions),
    options: {
      ...request.options,
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { topP }),
      ...(contextTokens !== null && { contextTokens }),
      ...(Number.isFinite(most) && { mostTokens: most }),
    },
  };
}

/** They come behind the rules that nobody changes. */
function addInstructions([first, ...rest]: readonly ChatMessage[], instructions: string): ChatMessage[] {
  if (first?.role === "system") return [{ ...first, content: `${first.content}\n\n${instructions}` }, ...rest];
  return [{ role: "system", content: instructions }, ...(first ? [first] : []), ...rest];
}

/** Where the server does not know them itself they can do what their base can. */
function addCustom(models: readonly ModelSummary[], custom: readonly CustomModel[]): ModelSummary[] {
  const added = custom.flatMap(({ name, base }): ModelSummary[] => {
    const origin = models.find((model) => model.name === base);
    return origin && !models.some((model) => model.name === name) ? [{ ...origin, name }] : [];
  });
  return [...models, ...added];
}
