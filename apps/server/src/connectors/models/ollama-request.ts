import type { ChatMessage, ChatOptions, ChatRequest, ToolSchema } from "./model-provider.ts";

/** A request as the native API wants it. `canThink` is null where the server does not tell what its models can. */
export function toOllamaChat(request: ChatRequest, contextTokens: number, canThink: boolean | null): object {
  const { model, messages, tools = [], options = {}, think, format, keepAlive } = request;
  return {
    model,
    messages: messages.map(toMessage),
    stream: true,
    tools: tools.length > 0 ? tools.map(toWireTool) : undefined,
    format,
    // A model that can think does so unless it is told not to.
    think: canThink ? (think ?? false) : think || undefined,
    keep_alive: keepAlive,
    options: toOptions(options, contextTokens),
  };
}

/** A tool as both kinds of servers want it. */
export function toWireTool({ name, description, parameters }: ToolSchema): object {
  return { type: "function", function: { name, description, parameters } };
}

function toOptions(options: ChatOptions, contextTokens: number): object {
  return {
    // Without it the server takes so few that instructions are lost without a word.
    num_ctx: options.contextTokens ?? contextTokens,
    num_predict: options.mostTokens,
    temperature: options.temperature,
    top_p: options.topP,
    top_k: options.topK,
    seed: options.seed,
    stop: options.stop,
    repeat_penalty: options.repeatPenalty,
  };
}

function toMessage({ role, content, thinking, images, toolCalls, toolName, toolCallId }: ChatMessage): object {
  return {
    role,
    content,
    thinking,
    images,
    tool_calls: toolCalls?.map((call, index) => ({
      id: call.id ?? undefined,
      function: { index, name: call.name, arguments: call.arguments },
    })),
    tool_name: toolName,
    tool_call_id: toolCallId,
  };
}
