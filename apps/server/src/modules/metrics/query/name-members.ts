import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { CompiledColumn, ReadRow } from "../compile/row-columns.ts";

/** The names of members by their keys, for each column that holds such keys. */
type Names = ReadonlyMap<string, ReadonlyMap<ReadRow[string] | undefined, string>>;

/** The rows with the names of members in the columns that hold their keys: one look-up for all that are named. */
export async function nameMembers(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  rows: readonly ReadRow[],
  columns: readonly CompiledColumn[],
): Promise<readonly ReadRow[]> {
  const named = columns.filter(({ naming }) => naming !== null);
  const keys = new Set<ReadRow[string]>();
  for (const row of rows) for (const { id } of named) if (row[id] !== null && row[id] !== undefined) keys.add(row[id]);
  const names = new Map(named.map(({ id }) => [id, new Map<ReadRow[string] | undefined, string>()]));
  if (keys.size > 0) {
    // In the order of the primary key: where members are newer than the statistics, other indexes look as good.
    const members = await sql<{ dimension: string; id: number; name: string }>`select dimension, id, name from members
      where tenant_id = ${tenantId} and dimension = any(${[...names.keys()]}::text[]) and id = any(${[...keys]}::int[])
      order by dimension, id`.execute(db);
    for (const { dimension, id, name } of members.rows) names.get(dimension)?.set(id, name);
  }
  return rows.map((row) => withNames(row, named, names));
}

function withNames(row: ReadRow, named: readonly CompiledColumn[], names: Names): ReadRow {
  const cells: Record<string, ReadRow[string]> = { ...row };
  for (const { id, naming } of named) {
    const name = names.get(id)?.get(row[id]) ?? naming?.missing ?? null;
    cells[id] = naming?.isShortened && name !== null ? (name.split(" ")[0] ?? "") : name;
  }
  return cells;
}
