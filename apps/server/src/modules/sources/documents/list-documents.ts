import type {
  listSourceDocuments as listContract,
  RouteOutput,
  SourceDocument,
  listDocumentTypes as typesContract,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { readInstantCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { requireConnection } from "../connections/manage-connections.ts";
import { countDocuments, countRejected, type DocumentRow, selectDocuments } from "./document-store.ts";

/** The documents of a connection, each once, the latest first. */
export async function listSourceDocuments(
  context: Context,
  { connection: id, state, search = "", cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const connection = await requireConnection(context, id);
  const before = cursor ? readInstantCursor(cursor) : null;
  const rows = await selectDocuments(context, connection, { state: state ?? null, search, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(toDocument),
    next: rows.length > limit && last ? writeCursor([last.at.toISOString(), last.id]) : null,
  };
}

function toDocument(row: DocumentRow): SourceDocument {
  const { id, name, type, state, at, reason, place, file_name: fileName, run_id: run, has_older: hasOlder } = row;
  return {
    id,
    name,
    type,
    state,
    at: at.toISOString(),
    hasOlder,
    rejection: reason === null || place === null || run === null ? null : { reason, place, fileName, run },
  };
}

/** How many documents of each type a connection has, with the last one of each. */
export async function listDocumentTypes(
  context: Context,
  { connection: id }: z.output<(typeof typesContract)["input"]>,
): Promise<RouteOutput<typeof typesContract>> {
  const connection = await requireConnection(context, id);
  const types = await countDocuments(context, connection);
  return {
    items: types.map(({ type, documents, last_name, last_at }) => ({
      type,
      documents: Number(documents),
      lastName: last_name,
      lastAt: last_at.toISOString(),
    })),
    rejected: await countRejected(context, connection),
  };
}
