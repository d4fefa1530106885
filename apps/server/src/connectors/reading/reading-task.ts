import type { FileForm } from "@console/contracts";
import type { RawBatch, SourceInput, SourceProblemKind, TestOutcome } from "../connector.ts";
import type { FileBatch, FilePlace } from "../file/index.ts";

/** What a file is found to be, before its rows. */
export type FileHead = { form: FileForm; columns: readonly string[] };

/** What of a connection's input another process needs. */
export type PlainInput = Pick<SourceInput, "settings" | "secret" | "cursor" | "range" | "innerHosts">;

/** The readings that are done in a process of their own, each with the parts that it gives. */
export type Readings = {
  file: { task: { path: string; name: string; from: FilePlace | null }; part: FileHead | FileBatch };
  sqlTest: { task: PlainInput; part: TestOutcome };
  sqlRead: { task: PlainInput; part: RawBatch };
};

export type ReadingKind = keyof Readings;

/** What is asked of a reading process: one reading, and its parts one by one. */
export type ReadingQuestion =
  | { [Kind in ReadingKind]: { ask: Kind; task: Readings[Kind]["task"] } }[ReadingKind]
  | { ask: "next" }
  | { ask: "stop" };

/** What it answers. */
export type ReadingAnswer =
  | { is: "part"; part: unknown }
  | { is: "end" }
  | { is: "problem"; kind: SourceProblemKind; message: string }
  | { is: "error"; message: string };
