import type { ChatPiece, ChatRequest, ToolCall } from "../../connectors/models/index.ts";

/** An answer with its pieces put together. */
export type WholeChat = {
  thinking: string;
  text: string;
  calls: ToolCall[];
  end: Extract<ChatPiece, { type: "end" }> | undefined;
};

export async function readChat(stream: AsyncIterable<ChatPiece>): Promise<WholeChat> {
  const whole: WholeChat = { thinking: "", text: "", calls: [], end: undefined };
  for await (const piece of stream) {
    if (piece.type === "end") whole.end = piece;
    else if (piece.type === "call") whole.calls.push(piece.call);
    else whole[piece.type] += piece.text;
  }
  return whole;
}

const day = { type: "string", enum: ["today", "yesterday"] };

/** A question with two tools, and with whatever else a test wants. */
export function askFor(content: string, more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    model: "stand-in-tools",
    messages: [{ role: "user", content }],
    tools: [
      { name: "count_rows", description: "Counts rows.", parameters: { type: "object", properties: { day } } },
      { name: "name_days", description: "Names days.", parameters: { type: "object", properties: {} } },
    ],
    ...more,
  };
}
