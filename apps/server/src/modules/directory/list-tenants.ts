import type { listTenants as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { selectTenants } from "./tenant-store.ts";

/** All tenants by name, page by page. */
export async function listTenants(
  context: Context,
  { search = "", cursor, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  if (search.includes("\0"))
    throw new AppError("invalid_input", "No name holds the character NUL.", {
      fields: { search: "Leave out the character NUL." },
    });
  const after = cursor ? readCursor(cursor) : null;
  const found = await selectTenants(context, { search, after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next =
    found.length > limit && last ? Buffer.from(JSON.stringify([last.name, last.id])).toString("base64url") : null;
  return { items: page, next };
}

function readCursor(cursor: string): { name: string; id: string } {
  try {
    const [name, id] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown[];
    if (typeof name === "string" && typeof id === "string" && !`${name}${id}`.includes("\0")) return { name, id };
  } catch {
    // Told below, as for any other text that is no cursor.
  }
  throw new AppError("invalid_input", "The cursor is not one that a page gave.", {
    fields: { cursor: "Begin with the first page." },
  });
}
