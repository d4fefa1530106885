import type { Context } from "../context.ts";
import { type ChainedEntry, markOf, sealOf } from "./audit-mark.ts";

/** What was found out about the notes of one tenant. */
export type AuditVerdict = { entries: number; unsealed: number; problems: string[] };

const pageRows = 1000;
/** More would only repeat what is known by then. */
const mostProblems = 20;

/** Walks the notes of a tenant from the first to the newest and names each that was changed, removed or slipped in. */
export async function verifyAudit(context: Context): Promise<AuditVerdict> {
  const problems: string[] = [];
  let [seq, mark, entries] = [0, "", 0];
  for (;;) {
    const page = await readPage(context, seq);
    for (const { mark: kept, ...entry } of page) {
      for (let missing = seq + 1; missing < entry.seq && problems.length < mostProblems; missing++) {
        problems.push(`Entry ${missing} was removed; the next one is ${named(entry)}.`);
      }
      // After a gap the chain goes on from the mark that is kept: only what is wrong itself is named.
      const isAfterGap = entry.seq !== seq + 1;
      if (!isAfterGap && markOf(context.secrets, mark, entry) !== kept) problems.push(`Changed: ${named(entry)}.`);
      [seq, mark] = [entry.seq, kept];
      entries++;
    }
    if (page.length < pageRows || problems.length >= mostProblems) break;
  }
  const head = await readHead(context);
  if (problems.length < mostProblems && head && Number(head.seq) > seq) {
    problems.push(`The newest entries are gone: the last one is ${seq}, it should be ${Number(head.seq)}.`);
  }
  if (!head && entries > 0) problems.push("The record of the newest entry is gone.");
  if (head && head.seal !== sealOf(context.secrets, context.tenantId, head)) {
    problems.push(`The record of the newest entry was changed: it names ${Number(head.seq)}; later ones may be gone.`);
  }
  const unsealed = await countUnsealed(context, problems);
  return { entries, unsealed, problems };
}

function named({ seq, at, act, subject, actor_uid }: ChainedEntry): string {
  return `entry ${seq} of ${at.toISOString()}, ${act} of ${subject}${actor_uid ? ` by ${actor_uid}` : ""}`;
}

async function readPage({ db, tenantId }: Context, after: number) {
  const rows = await db
    .selectFrom("audit_entries")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("seq", ">", after)
    .orderBy("seq")
    .limit(pageRows)
    .execute();
  return rows.map((row) => ({ ...row, seq: Number(row.seq), mark: row.mark ?? "" }));
}

function readHead({ db, tenantId }: Context) {
  return db
    .selectFrom("audit_heads")
    .select(["seq", "mark", "seal"])
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
}

/** Entries from before the chain have no number; later ones without one were slipped in. */
async function countUnsealed({ db, tenantId }: Context, problems: string[]): Promise<number> {
  const first = await db
    .selectFrom("audit_entries")
    .select("at")
    .where("tenant_id", "=", tenantId)
    .where("seq", "=", 1)
    .executeTakeFirst();
  const rows = await db
    .selectFrom("audit_entries")
    .select(["id", "at", "act", "subject"])
    .where("tenant_id", "=", tenantId)
    .where("seq", "is", null)
    .execute();
  for (const { id, at, act, subject } of rows) {
    if (first && at > first.at && problems.length < mostProblems) {
      problems.push(`Slipped in: entry ${id} of ${at.toISOString()}, ${act} of ${subject}, has no place in the chain.`);
    }
  }
  return rows.length;
}
