import {
  type decideImportNames as decideContract,
  type listImportNames as listContract,
  type RouteOutput,
  type SourceRun,
  sourceMapping,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { requireConnection, updateConnection } from "../connections/manage-connections.ts";
import { replayRejects } from "../connections/replay-rejects.ts";
import { pageUnmapped } from "../mapping/list-unmapped.ts";
import { requireImport } from "./follow-imports.ts";

/** Values that have waited for a decision since a load began, for those who have sent it. */
export async function listImportNames(
  context: Context,
  { run: id, cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { run, connection } = await requireImport(context, id);
  return pageUnmapped(context, connection, { seenSince: run.started_at ?? run.asked_at, cursor, limit });
}

/** Adds names to the mapping of a load's connection and takes the rejected rows in again, as the platform's people do. */
export async function decideImportNames(
  context: Context,
  { run: id, tenantId, names }: z.output<(typeof decideContract)["input"]>,
): Promise<SourceRun> {
  const load = await requireImport(context, id);
  const { id: connection, version, mapping: stored } = await requireConnection(context, load.connection.id, true);
  const mapping = sourceMapping.parse(stored);
  const fields = { ...mapping.fields };
  for (const { field, value, name } of names) {
    const current = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!current) {
      const message = `No column is mapped to "${field}" any more. Import the file again.`;
      throw new AppError("conflict", message);
    }
    fields[field] = { ...current, values: { ...current.values, [value]: name } };
  }
  await updateConnection(context, { tenantId, connection, version, mapping: { ...mapping, fields } });
  return replayRejects(context, { tenantId, connection });
}
