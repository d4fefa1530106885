import { sql } from "kysely";
import type { Db } from "../db/database.ts";

/** Errors that are alike, with what was decided about them. */
export type StoredGroup = {
  fingerprint: string;
  part: string;
  level: string;
  message: string;
  lines: number;
  first_at: Date;
  last_at: Date;
  first_version: string;
  assigned_to: string | null;
  muted_at: Date | null;
  tenants: number;
  people: number;
};

/** Whom a group touches is told by its newest lines. */
const newestLines = 2000;

/** Groups of one state, the newest first. One that was muted is open again when it returns. */
export async function selectGroups(
  db: Db,
  { state, before, limit }: { state: "open" | "muted"; before: { at: Date; id: string } | null; limit: number },
): Promise<StoredGroup[]> {
  const isMuted = sql`(g.muted_at is not null and g.last_at <= g.muted_at)`;
  // across tenants: platform admins read the errors of all.
  const { rows } = await sql<StoredGroup>`select g.*, t.tenants, t.people
    from (select * from log_groups g where ${isMuted} = ${state === "muted"}
        and ${before ? sql`(g.last_at, g.fingerprint) < (${before.at}, ${before.id})` : sql`true`}
      order by g.last_at desc, g.fingerprint desc limit ${limit}) g
    cross join lateral (select count(distinct n.tenant_id)::int as tenants, count(distinct n.person)::int as people
      from (select r.tenant_id, r.person from log_lines r where r.fingerprint = g.fingerprint
        order by r.at desc limit ${newestLines}) n) t
    order by g.last_at desc, g.fingerprint desc`.execute(db);
  return rows;
}

/** Groups whose message holds a text, the newest first. */
export async function selectGroupsNamed(
  db: Db,
  text: string,
  limit: number,
): Promise<Pick<StoredGroup, "fingerprint" | "message" | "part">[]> {
  // across tenants: platform admins read the errors of all.
  const { rows } = await sql<Pick<StoredGroup, "fingerprint" | "message" | "part">>`
    select fingerprint, message, part from log_groups where strpos(lower(message), lower(${text})) > 0
    order by last_at desc limit ${limit}`.execute(db);
  return rows;
}

/** Notes who looks after a group, or since when it is muted; its message, or null when there is no such group. */
export async function updateGroup(
  { db, now }: { db: Db; now: Date },
  fingerprint: string,
  { assignedTo, isMuted }: { assignedTo?: string | null | undefined; isMuted?: boolean | undefined },
): Promise<string | null> {
  const group = await db
    .updateTable("log_groups")
    .set({
      fingerprint,
      ...(assignedTo !== undefined && { assigned_to: assignedTo }),
      // Lines are stored a moment after they were written: those of this moment are muted too.
      ...(isMuted !== undefined && { muted_at: isMuted ? now : null }),
    })
    .where("fingerprint", "=", fingerprint)
    .returning("message")
    .executeTakeFirst();
  return group?.message ?? null;
}
