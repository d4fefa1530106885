import type { Statement } from "./statement.ts";

/**
 * A join of the member that a key stands for, with its id and name. Each key is looked up along the order of the primary
 * key: where members are newer than the statistics none is expected, all indexes of the table look equally good, and
 * with another one all members of the dimension would be read for every single key. Only this index has that order.
 */
export function joinMember(alias: string, dimension: string, key: string, statement: Statement): string {
  const isOwn = `m.tenant_id = ${statement.tenant} and m.dimension = ${statement.value(dimension, "text")}`;
  return `left join lateral (select m.id, m.name from members m where ${isOwn} and m.id >= ${key} order by m.id limit 1) ${alias} on ${alias}.id = ${key}`;
}
