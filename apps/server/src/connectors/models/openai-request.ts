import type { ChatMessage, ChatRequest } from "./model-provider.ts";
import { toWireTool } from "./ollama-request.ts";

/** A request as compatible servers want it; what they do not all know (context, top k, repeat penalty) is left out. */
export function toOpenAiChat(request: ChatRequest): object {
  const { model, messages, tools = [], options = {}, think, format } = request;
  return {
    model,
    messages: toMessages(messages),
    stream: true,
    stream_options: { include_usage: true },
    tools: tools.length > 0 ? tools.map(toWireTool) : undefined,
    response_format: format && { type: "json_schema", json_schema: { name: "answer", schema: format, strict: true } },
    reasoning_effort: think === true ? "medium" : think || undefined,
    temperature: options.temperature,
    top_p: options.topP,
    max_tokens: options.mostTokens,
    seed: options.seed,
    stop: options.stop,
  };
}

/** Servers of this kind want an id for each call of a tool; where there is none it gets one by its place. */
function toMessages(messages: readonly ChatMessage[]): object[] {
  let open: string[] = [];
  return messages.map(({ role, content, images = [], toolCalls = [], toolCallId }, place) => {
    if (role === "tool") return { role, content, tool_call_id: toolCallId ?? open.shift() ?? `call_${place}` };
    const calls = toolCalls.map(({ id, name, arguments: given }, index) => ({
      id: id ?? `call_${place}_${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(given) },
    }));
    open = calls.map(({ id }) => id);
    return {
      role,
      content: images.length > 0 ? toParts(content, images) : content,
      tool_calls: calls.length > 0 ? calls : undefined,
    };
  });
}

function toParts(content: string, images: readonly string[]): object[] {
  const pictures = images.map((image) => ({
    type: "image_url",
    image_url: { url: `data:${findPictureType(image)};base64,${image}` },
  }));
  return [{ type: "text", text: content }, ...pictures];
}

/** The kind of a picture, by how it begins in base64. */
function findPictureType(image: string): string {
  if (image.startsWith("/9j/")) return "image/jpeg";
  if (image.startsWith("UklGR")) return "image/webp";
  if (image.startsWith("R0lGOD")) return "image/gif";
  return "image/png";
}
