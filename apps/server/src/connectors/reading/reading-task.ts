import type { FileForm, Worksheet } from "@console/contracts";
import type { Gap } from "../cells/find-gaps.ts";
import type { RowsProfile } from "../cells/profile-rows.ts";
import type { RawBatch, SourceInput, SourceProblemKind, TestOutcome } from "../connector.ts";
import type { DocumentPart } from "../documents/document-block.ts";
import type { UnpackedFile } from "../documents/unpack-documents.ts";
import type { FileBatch, FilePlace, FileRow, ReadingChoice } from "../file/index.ts";

/** What a file is found to be, before its rows. */
export type FileHead = { form: FileForm; columns: readonly string[] };

/** A file to be read: where it lies, what its sender called it, and how someone has chosen to read it. */
export type FileToRead = { path: string; name: string; choice?: ReadingChoice | undefined };

/** A row that people look at, and which of the files it stands in. */
export type SampleRow = FileRow & { file: number };

/** Files of the same columns as they are found to be, with their first rows and what all of them tell together. */
export type FileProfile = FileHead & {
  /** What each file is, how many rows it has, what else it could be read as, and which of its columns have gaps; those that were kept before gaps were looked for say nothing of them. */
  files: { form: FileForm; rows: number; worksheets: Worksheet[]; hasEncodings: boolean; gaps?: Gap[] }[];
  samples: SampleRow[];
  profile: RowsProfile;
};

/** What of a connection's input another process needs. */
export type PlainInput = Pick<SourceInput, "settings" | "secret" | "cursor" | "range" | "innerHosts">;

/** The readings that are done in a process of their own, each with the parts that it gives. */
export type Readings = {
  /** All that the rows of files tell, as the last part; those before say how far it is. */
  fileProfile: { task: { files: readonly FileToRead[] }; part: { share: number } | FileProfile };
  file: { task: FileToRead & { from: FilePlace | null }; part: FileHead | FileBatch };
  /** The text of a document, in the order of reading. */
  document: { task: { path: string; name: string }; part: DocumentPart };
  /** The files of an archive, each once it lies in the folder. */
  documentArchive: { task: { path: string; folder: string }; part: { file: UnpackedFile } };
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
