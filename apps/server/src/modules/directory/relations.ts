import { type RawBuilder, sql } from "kysely";
import type { PeopleRelation } from "../../platform/audit/entry-store.ts";

/** What statements of other modules may read of tenants; it stands in the place of a table. */
export const tenantRelation = sql`(select id, name, state, reports, created_at from tenants)`;

/** What statements of other modules may read of people. */
export const peopleRelation: PeopleRelation = sql`(select uid, name, email from users)`;

/** Those of them who have not been removed. */
export const activePeople = sql`(select uid from users where status is distinct from 'removed')`;

/** SQL of what someone is called. */
export function personName(uid: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select coalesce(u.name, u.email) from users u where u.uid = ${uid})`;
}

/** How many people each tenant has, and when one of them signed in last. */
export const tenantPeople = sql`(select tenant_id, count(*) filter (where removed_at is null)::int as people,
  max(last_login_at) as last_login_at from users group by tenant_id)`;
