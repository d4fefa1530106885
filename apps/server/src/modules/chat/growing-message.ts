import type { MessageUsage } from "@console/contracts";
import { addPiece, asksModel, type GrownMessage, joinPiece, type MessagePiece, nothingGrown } from "./message-piece.ts";
import type { NumberedPiece } from "./piece-store.ts";

/** An answer as it is being written: what has come, and what of it is still to be stored. */
export type GrowingMessage = {
  id: string;
  tenantId: string;
  add(piece: MessagePiece): void;
  /** What has come so far. */
  grown: GrownMessage;
  /** The pieces that are not stored yet, numbered; they count as stored from here on. */
  takeWaiting(): NumberedPiece[];
  /** Whether a model was asked for it. */
  wasModelAsked(): boolean;
  /** Notes the server whose model answers. */
  answeredBy(server: string | null): void;
  /** That server; null where none has answered. */
  readServer(): string | null;
  readUsage(tokens: Pick<MessageUsage, "promptTokens" | "answerTokens">): MessageUsage;
};

export function createGrowingMessage(tenantId: string, id: string, onPiece: () => void): GrowingMessage {
  const grown = nothingGrown();
  const begunAt = performance.now();
  let firstWordMs: number | null = null;
  let waiting: MessagePiece[] = [];
  let number = 0;
  let wasModelAsked = false;
  let answering: string | null = null;
  return {
    id,
    tenantId,
    grown,
    add(piece) {
      if (asksModel(piece)) wasModelAsked = true;
      if (piece.type === "text") firstWordMs ??= Math.round(performance.now() - begunAt);
      addPiece(grown, piece);
      joinPiece(waiting, piece);
      onPiece();
    },
    takeWaiting() {
      const taken = waiting.map((piece): NumberedPiece => ({ ...piece, message: id, number: ++number }));
      waiting = [];
      return taken;
    },
    wasModelAsked: () => wasModelAsked,
    answeredBy(server) {
      answering = server;
    },
    readServer: () => answering,
    readUsage: (tokens) => ({ ...tokens, firstWordMs, workMs: Math.round(performance.now() - begunAt) }),
  };
}
