import type {
  downloadImportRejects as downloadContract,
  listImportRejects as listContract,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { FileAnswer } from "../../../platform/http/endpoint.ts";
import { writeRejects } from "../connections/download-rejects.ts";
import { pageRejects } from "../connections/list-rejects.ts";
import { requireImport } from "./follow-imports.ts";

/** All rows of a load that were rejected, as many as it has counted, for those who have sent it. */
export async function listImportRejects(
  context: Context,
  { run: id, cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { run, connection } = await requireImport(context, id);
  return pageRejects(context, { connection: connection.id, everyOf: run.id }, { cursor, limit });
}

/** The same rows as a file. */
export async function downloadImportRejects(
  context: Context,
  { run: id }: z.output<(typeof downloadContract)["input"]>,
): Promise<FileAnswer> {
  const { run, files, connection } = await requireImport(context, id);
  const name = files[0]?.name.replace(/\.\w+$/, "") ?? connection.name;
  return writeRejects(context, { connection: connection.id, everyOf: run.id }, name);
}
