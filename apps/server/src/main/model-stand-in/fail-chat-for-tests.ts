import { type ChatPiece, ModelFailure, type ModelReason } from "../../connectors/models/index.ts";

/** What a stream said before it failed, and how. */
export type FailedChat = { pieces: ChatPiece[]; reason: ModelReason; message: string; isPassing: boolean };

/** Reads a stream that must fail in words for people. */
export async function failChat(stream: AsyncIterable<ChatPiece>): Promise<FailedChat> {
  const pieces: ChatPiece[] = [];
  try {
    for await (const piece of stream) pieces.push(piece);
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { pieces, reason: error.reason, message: error.message, isPassing: error.isPassing };
  }
  throw new Error("Nothing failed.");
}
