import type { AskAnswer, MessagePhase, MessageStep } from "@console/contracts";

/** One piece of an answer as it grows. */
export type MessagePiece =
  | { type: "phase"; data: { phase: MessagePhase } }
  | { type: "text"; data: { text: string } }
  | { type: "thinking"; data: { text: string } }
  | { type: "step"; data: MessageStep }
  | { type: "answer"; data: { answer: AskAnswer } };

/** What pieces have come to. */
export type GrownMessage = {
  text: string;
  thinking: string;
  answer: AskAnswer | null;
  steps: MessageStep[];
};

/** Whether a piece says that a model is asked from here on. */
export function asksModel(piece: MessagePiece): boolean {
  return piece.type === "phase" && piece.data.phase === "loading";
}

export const nothingGrown = (): GrownMessage => ({ text: "", thinking: "", answer: null, steps: [] });

/** Adds a piece to what came before. */
export function addPiece(grown: GrownMessage, piece: MessagePiece): void {
  if (piece.type === "text") grown.text += piece.data.text;
  if (piece.type === "thinking") grown.thinking += piece.data.text;
  if (piece.type === "answer") grown.answer = piece.data.answer;
  if (piece.type === "step") {
    const place = grown.steps.findIndex(({ id }) => id === piece.data.id);
    if (place < 0) grown.steps.push(piece.data);
    else grown.steps[place] = piece.data;
  }
}

/** Adds a piece to those that wait, as a part of the last one where both are text of the same kind. */
export function joinPiece(waiting: MessagePiece[], piece: MessagePiece): void {
  const last = waiting.at(-1);
  const isSame = last && last.type === piece.type && (last.type === "text" || last.type === "thinking");
  if (isSame && (piece.type === "text" || piece.type === "thinking")) {
    waiting[waiting.length - 1] = { type: piece.type, data: { text: last.data.text + piece.data.text } };
  } else waiting.push(piece);
}
