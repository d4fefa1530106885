import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";

/** Removes the entries of a tenant that leaves for good, and says how many rows of each table. */
export async function removeBook({ db }: Pick<Context, "db">): Promise<Record<string, number>> {
  const { rows } = await sql<{ removed: Record<string, number> }>`select remove_ledger() as removed`.execute(db);
  return rows[0]?.removed ?? {};
}
