import { SourceProblem } from "../../../connectors/connector.ts";
import type { Reader } from "../sources.ts";

/** Reads a file that was sent. */
export const fileReader: Reader = {
  test: async () => "Files are sent here.",
  // biome-ignore lint/correctness/useYield: replaced by the reader of files
  async *read() {
    throw new SourceProblem("config", "No file came.");
  },
};
