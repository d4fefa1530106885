import type { listTenants as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../platform/db/cursor.ts";
import { AppError } from "../../platform/errors.ts";
import { selectTenants } from "./tenant-store.ts";

/** All tenants by name, page by page. */
export async function listTenants(
  context: Context,
  { search = "", cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  if (search.includes("\0"))
    throw new AppError("invalid_input", "Names cannot contain the NUL character.", {
      fields: { search: "Remove the NUL character." },
    });
  const after = cursor ? parsePosition(cursor) : null;
  const rows = await selectTenants(context, { search, after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next = rows.length > limit && last ? writeCursor([last.name, last.id]) : null;
  return { items: page, next };
}

function parsePosition(cursor: string): { name: string; id: string } {
  const [name, id] = readCursor(cursor, 2) ?? [];
  if (typeof name === "string" && typeof id === "string") return { name, id };
  throw foreignCursor();
}
