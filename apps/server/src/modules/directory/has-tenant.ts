import { platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";

/** Tells whether there is a tenant of an id that came from outside; nothing is opened in its name before. */
export function createHasTenant(database: Database): (id: string) => Promise<boolean> {
  return async (id) => {
    // No text of the database holds the character NUL.
    if (id === "" || id.includes("\0")) return false;
    const row = await database.inTenant(platformTenant, (db) =>
      db.selectFrom("tenants").select("id").where("id", "=", id).executeTakeFirst(),
    );
    return row !== undefined;
  };
}
