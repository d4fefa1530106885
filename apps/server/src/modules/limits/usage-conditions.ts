import type { UsageSplit } from "@console/contracts";
import { withoutModel } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";

/** Which answers are looked at. */
export type UsageFilter = { [Split in UsageSplit]?: string | undefined } & { begins: Date; ends: Date };

/** Written into the statement: groups must be named by the same expression everywhere. */
const none = sql.lit(withoutModel);

/** By what answers are told apart. */
export const splitColumns: Record<UsageSplit, RawBuilder<string>> = {
  tenant: sql`u.tenant_id`,
  person: sql`u.uid`,
  role: sql`u.role`,
  source: sql`u.source`,
  provider: sql`coalesce(u.provider, ${none})`,
  model: sql`coalesce(u.provider || '/' || u.model, ${none})`,
};

/** SQL that is true for the answers of a filter. */
export function matches({ begins, ends, ...chosen }: UsageFilter): RawBuilder<boolean> {
  const conditions = [sql`u.begun_at >= ${begins}`, sql`u.begun_at < ${ends}`];
  for (const [split, value] of Object.entries(chosen)) {
    if (value !== undefined) conditions.push(sql`${splitColumns[split as UsageSplit]} = ${value}`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}
