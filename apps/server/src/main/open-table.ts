import { SourceProblem } from "../connectors/connector.ts";
import { openFile } from "../connectors/file/index.ts";
import type { EntityParts } from "../platform/entities/entity-endpoints.ts";
import type { FileLine } from "../platform/entities/import-entity.ts";
import { AppError } from "../platform/errors.ts";

/** Opens a file of rows that somebody sent, in any form that sources can send theirs in. */
export const openTable: EntityParts["openTable"] = async ({ path, name }) => {
  const file = await openFile(path, name).catch(refused);
  return { columns: file.columns, lines: linesOf(file) };
};

async function* linesOf(file: Awaited<ReturnType<typeof openFile>>): AsyncGenerator<FileLine> {
  try {
    for await (const { rows } of file.read(null)) yield* rows;
  } catch (error) {
    refused(error);
  }
}

/** What is wrong with a file is the sender's to mend. */
function refused(error: unknown): never {
  if (error instanceof SourceProblem) {
    throw new AppError("invalid_input", error.message, { fields: { file: error.message } });
  }
  throw error;
}
