import type { FileBatch } from "../connectors/file/index.ts";
import { type FileReading, readSentFile } from "../connectors/reading/read-sent-file.ts";
import type { FileHead } from "../connectors/reading/reading-task.ts";
import type { WithTable } from "../platform/entities/entity-endpoints.ts";
import type { FileLine } from "../platform/entities/import-entity.ts";

/** Opens files of rows that someone sent, in any form that sources can send theirs in. */
export function withTableAt(fixture: FileReading): WithTable {
  return async (file, scope, work) => {
    const parts = readSentFile(fixture, file, scope);
    try {
      const head = (await parts.next()).value;
      if (!head || !("form" in head)) throw new Error("A file was read without an answer.");
      return await work({ columns: head.columns, lines: readLines(parts) });
    } finally {
      await parts.return();
    }
  };
}

async function* readLines(parts: AsyncGenerator<FileHead | FileBatch, void>): AsyncGenerator<FileLine> {
  for await (const part of parts) if (!("form" in part)) yield* part.rows;
}
