import { type RawBuilder, sql } from "kysely";
import { auditAsLines } from "../audit/entry-store.ts";
import type { Db } from "../db/database.ts";
import { auditConditions, canFindAudit, type LogSearch, lineConditions } from "./line-conditions.ts";

/** A line as it is read, of the log or of the audit log. */
export type StoredLine = {
  at: Date;
  id: number;
  level: string;
  part: string;
  tenant_id: string | null;
  person: string | null;
  request_id: string | null;
  route: string | null;
  message: string;
  details: Record<string, unknown>;
  fingerprint: string | null;
};

/** Where a line is among all, in time. */
export type LinePlace = { at: Date; id: number };

type Order = "newest first" | "oldest first";

const columns = sql`r.at, r.id, r.level, r.part, r.tenant_id, r.person, r.request_id, r.route, r.message, r.details,
  r.fingerprint`;

/** Lines that a search finds, beyond a place in the given order. The log and the audit log are each cut before they meet. */
export async function selectLines(
  db: Db,
  search: LogSearch,
  { order, beyond, limit }: { order: Order; beyond?: LinePlace | null; limit: number },
): Promise<StoredLine[]> {
  const direction = order === "newest first" ? sql`desc` : sql`asc`;
  const onward = beyond
    ? sql`(r.at, r.id) ${order === "newest first" ? sql`<` : sql`>`} (${beyond.at}, ${beyond.id})`
    : sql`true`;
  const cut = (relation: RawBuilder<unknown>, conditions: RawBuilder<unknown>) => sql`(select ${columns}
    from ${relation} as r where ${conditions} and ${onward} order by r.at ${direction}, r.id ${direction} limit ${limit})`;
  const both = [
    cut(sql`log_lines`, lineConditions(search)),
    ...(canFindAudit(search) ? [cut(auditAsLines, auditConditions(search))] : []),
  ];
  const { rows } = await sql<StoredLine>`select * from (${sql.join(both, sql` union all `)}) as r
    order by r.at ${direction}, r.id ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** The line at a place, of the log or of the audit log. */
export async function findLine(db: Db, { at, id }: LinePlace): Promise<StoredLine | null> {
  // across tenants: platform admins read the lines of all.
  const { rows } = await sql<StoredLine>`select ${columns} from log_lines as r where r.at = ${at} and r.id = ${id}
    union all select ${columns} from ${auditAsLines} as r where r.at = ${at} and r.id = ${id} limit 1`.execute(db);
  return rows[0] ?? null;
}
