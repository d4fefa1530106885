import type { ServerResponse } from "node:http";
import { setImmediate as takeTurns } from "node:timers/promises";
import type { Turn } from "./scripted-turn.ts";

/** An answer in the words of one API: what comes piece by piece, how it ends, and how an error in the middle is said. */
export type WireAnswer = {
  contentType: string;
  pieces: string[];
  /** Why the answer ends, and how much it took. */
  reason: string[];
  /** What says that nothing follows; the native API says it with the reason. */
  mark: string[];
  error: string;
  nonsense: string;
};

type Part = string | Buffer;

const fewBytes = 5;
const hugeBytes = 1.5 * 1024 ** 2;

/** Sends an answer, with all that goes wrong in it. `pace` passes before each piece. */
export async function sendTurn(
  response: ServerResponse,
  answer: WireAnswer,
  turn: Turn,
  pace: () => Promise<void>,
): Promise<void> {
  response.writeHead(200, { "content-type": answer.contentType });
  const parts = chooseParts(answer, turn);
  const last = parts.pop();
  for (const part of parts) {
    if (response.destroyed) return;
    await pace();
    if (!response.write(part)) await untilDrained(response);
    await takeTurns();
  }
  if (turn.fault === "cut") response.write(last, () => response.destroy());
  // It stays open until the other side has had enough.
  else if (turn.fault === "silent") response.write(last);
  // The end goes with the last words: whoever has read them may close at once.
  else response.end(last);
}

function untilDrained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      response.off("drain", goOn).off("close", goOn);
      resolve();
    };
    response.on("drain", goOn).on("close", goOn);
  });
}

function chooseParts({ pieces, reason, mark, error, nonsense }: WireAnswer, { fault, way }: Turn): Part[] {
  const [first = ""] = pieces;
  const whole = [...pieces, ...reason, ...mark];
  switch (fault) {
    case "error-midway":
      return [first, error];
    case "without-end":
      return pieces;
    case "without-reason":
      return [...pieces, ...mark];
    case "without-mark":
      return [...pieces, ...reason];
    case "half-line":
      return [first, pieces.join("").slice(0, -9)];
    case "not-json":
      return [first, nonsense];
    case "huge-line":
      return [first, "x".repeat(hugeBytes)];
    case "cut":
    case "silent":
      return [first];
    default:
      if (way === "split") return splitBytes(Buffer.from(whole.join("")));
      return way === "together" ? [whole.join("")] : whole;
  }
}

function splitBytes(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += fewBytes) parts.push(bytes.subarray(start, start + fewBytes));
  return parts;
}
