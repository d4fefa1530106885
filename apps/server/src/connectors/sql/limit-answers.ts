import type { Duplex } from "node:stream";
import { limits } from "../file/index.ts";

/** What a row has besides its values: a length for each column. */
const overheadBytes = 16 * 1024;
const headerBytes = 5;

/** Watches what another database sends. */
export type AnswerGuard = {
  /** Begins to count anew. */
  begin(): void;
  /** Why the connection was ended; null while all is well. */
  refusal(): string | null;
};

/**
 * Ends a connection as soon as a message says that it will be longer than a row may be, before it has come, and when an
 * answer has more than the rows that were asked for: the other side need not be a database at all.
 */
export function limitAnswers(stream: Duplex, rows: number): AnswerGuard {
  const longestMessage = limits.row + overheadBytes;
  const longestAnswer = (rows + 1) * longestMessage;
  const header = Buffer.alloc(headerBytes);
  let [filled, left, total] = [0, 0, 0];
  let refusal: string | null = null;
  const refuse = (words: string) => {
    refusal ??= words;
    stream.destroy(new Error(words));
  };
  stream.prependListener("data", (chunk: Buffer) => {
    total += chunk.length;
    if (total > longestAnswer) refuse("The database sends more than it was asked for.");
    for (let at = 0; at < chunk.length && refusal === null; ) {
      if (left > 0) {
        const step = Math.min(left, chunk.length - at);
        left -= step;
        at += step;
        continue;
      }
      const step = Math.min(headerBytes - filled, chunk.length - at);
      chunk.copy(header, filled, at, at + step);
      filled += step;
      at += step;
      if (filled < headerBytes) return;
      filled = 0;
      // The length counts itself, but not the letter before it.
      left = header.readUInt32BE(1) - 4;
      if (left > longestMessage) {
        refuse("A row of the query is larger than 1 MB. Leave out its large columns, or cut them with left(…).");
      }
    }
  });
  return {
    begin: () => {
      total = 0;
    },
    refusal: () => refusal,
  };
}
