import { sql } from "kysely";
import type { Context } from "../context.ts";
import { type ChainedEntry, isEntryHash, sealHead } from "./entry-hash.ts";

/** How a chain was when it was checked. Digests on the disk have these names. */
export type ChainStatus = {
  seq: number;
  mark: string;
  /** Entries from before there were chains, and a fingerprint of them. */
  unsealed: number;
  unsealedPrint: string;
};

/** What was found out about the notes of one tenant. */
export type AuditVerdict = { entries: number; unsealed: number; problems: string[]; status: ChainStatus };

const pageRows = 1000;
/** More would only repeat what is known by then. */
const mostProblems = 20;

/**
 * Walks the notes of a tenant from the first to the newest and names each that was changed, removed or slipped in. With
 * a status that was kept elsewhere, what was there then must be there still.
 */
export async function verifyAudit(context: Context, anchor: ChainStatus | null = null): Promise<AuditVerdict> {
  const problems: string[] = [];
  let [seq, mark, entries] = [0, "", 0];
  let cursor: number | null = null;
  let isAnchorThere = anchor === null || anchor.seq === 0;
  for (;;) {
    const page = await readPage(context, cursor);
    for (const { mark: ownHash, time, ...entry } of page) {
      entries++;
      cursor = entry.seq;
      if (entry.seq < 1) {
        problems.push(`Slipped in: ${describeEntry(entry)} stands before the first.`);
        continue;
      }
      for (let missing = seq + 1; missing < entry.seq && problems.length < mostProblems; missing++) {
        problems.push(`Entry ${missing} was removed; the next one is ${describeEntry(entry)}.`);
      }
      // After a gap the chain goes on from the hash that is stored: only what is wrong itself is named.
      const isAfterGap = entry.seq !== seq + 1;
      const isAsWritten = isEntryHash(context.secrets, { mark: ownHash, before: mark, entry, time });
      if (!isAfterGap && !isAsWritten) problems.push(`Changed: ${describeEntry(entry)}.`);
      if (entry.seq === anchor?.seq && ownHash === anchor.mark) isAnchorThere = true;
      [seq, mark] = [entry.seq, ownHash];
    }
    if (page.length < pageRows || problems.length >= mostProblems) break;
  }
  problems.push(...judgeHead(context, await readHead(context), { seq, mark, entries }).slice(0, mostProblems));
  if (!isAnchorThere && problems.length < mostProblems && anchor) {
    problems.push(
      seq === 0
        ? `The whole audit log is gone: the last digest knew ${anchor.seq} entries.`
        : `Entry ${anchor.seq} is not the one that the last digest knew: later ones were removed or written anew.`,
    );
  }
  const unsealed = await readUnsealed(context);
  problems.push(...judgeUnsealed(unsealed, anchor).slice(0, mostProblems));
  const status = { seq, mark, unsealed: unsealed.count, unsealedPrint: unsealed.fingerprint };
  return { entries, unsealed: unsealed.count, problems, status };
}

type Head = { seq: number; mark: string; seal: string };

/** The head must be sealed, and be that of the newest entry. */
function judgeHead(
  { secrets, tenantId }: Context,
  head: Head | undefined,
  { seq, mark, entries }: { seq: number; mark: string; entries: number },
): string[] {
  if (!head) return entries > 0 ? ["The note of the newest entry is gone."] : [];
  const newest = Number(head.seq);
  const problems: string[] = [];
  if (newest > seq) problems.push(`The newest entries are gone: the last one is ${seq}, it should be ${newest}.`);
  if (newest < seq) problems.push(`Slipped in: entries after ${newest}, which was the newest, up to ${seq}.`);
  if (head.seal !== sealHead(secrets, tenantId, head)) {
    problems.push(`The note of the newest entry was changed: it names ${newest}; later ones may be gone.`);
  } else if (newest === seq && head.mark !== mark) {
    problems.push(`The newest entry is not the one that was written as ${newest}.`);
  }
  return problems;
}

function describeEntry({ seq, at, act, subject, actor_uid }: ChainedEntry): string {
  return `entry ${seq} of ${at.toISOString()}, ${act} of ${subject}${actor_uid ? ` by ${actor_uid}` : ""}`;
}

async function readPage({ db, tenantId }: Context, after: number | null) {
  const rows = await db
    .selectFrom("audit_entries")
    .selectAll()
    .select(sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as("time"))
    .where("tenant_id", "=", tenantId)
    .where("seq", "is not", null)
    .where(after === null ? sql<boolean>`true` : sql<boolean>`seq > ${after}`)
    .orderBy("seq")
    .limit(pageRows)
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq), mark: row.mark ?? "" }));
}

function readHead({ db, tenantId }: Context): Promise<Head | undefined> {
  return db
    .selectFrom("audit_heads")
    .select(["seq", "mark", "seal"])
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
}

type Unsealed = {
  count: number;
  fingerprint: string;
  strange: { id: string; at: Date; act: string; subject: string }[];
};

/** Entries from before the chain have no number. They are counted, and those that cannot be from then are told. */
async function readUnsealed({ db, tenantId }: Context): Promise<Unsealed> {
  const { rows } = await sql<{ count: number; fingerprint: string }>`select count(*) as count, encode(sha256(convert_to(
      coalesce(string_agg(jsonb_build_array(id, extract(epoch from at), actor_uid, actor_role, act, subject, details,
        request_id, address, user_agent, about_tenant)::text, '' order by id), ''), 'UTF8')), 'hex') as fingerprint
    from audit_entries where tenant_id = ${tenantId} and seq is null`.execute(db);
  const strange = await sql<Unsealed["strange"][number]>`select id, at, act, subject
    from audit_entries, audit_before_chains() before
    where tenant_id = ${tenantId} and seq is null and (at < before.since or at > before.until)
    order by at, id limit ${mostProblems}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), fingerprint: rows[0]?.fingerprint ?? "", strange: strange.rows };
}

function judgeUnsealed({ count, fingerprint, strange }: Unsealed, anchor: ChainStatus | null): string[] {
  const problems = strange.map(
    ({ id, at, act, subject }) =>
      `Slipped in: entry ${id} of ${at.toISOString()}, ${act} of ${subject}, has no place in the chain.`,
  );
  if (anchor && (anchor.unsealed !== count || anchor.unsealedPrint !== fingerprint)) {
    problems.push(`The ${anchor.unsealed} entries from before the chain are not as the last digest knew them.`);
  }
  return problems;
}
