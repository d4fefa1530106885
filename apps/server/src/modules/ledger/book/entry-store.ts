import { type Selectable, sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import type { BookLine } from "./book-entry.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** An entry or a reversal, with what was decided about it and what reversed it. */
export type EntryRow = Omit<Selectable<DB["ledger_entries"]>, "pending_lines" | "cause" | "rates"> & {
  cause: { kind: string; id: string } | null;
  rates: Record<string, string> | null;
  pending_lines: BookLine[] | null;
  about_seq: number | null;
  decided_kind: "posting" | "void" | null;
  decided_at: Date | null;
  decided_day: string | null;
  decided_by: string | null;
  reversal_id: string | null;
  reversal_seq: number | null;
  amounts: { currency: string; amountMinor: number }[];
};

/** Entries with all that is told of them in lists; `where` names the entry as `e` and what was decided as `d`. */
const relation = sql`select e.*, reversed.seq as about_seq, d.kind as decided_kind, d.created_at as decided_at,
    d.posting_day as decided_day, d.created_by as decided_by, r.id as reversal_id, r.seq as reversal_seq, (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amountMinor', amount) order by currency), '[]')
      from (
        select currency, sum(amount_minor) as amount from (
          select currency, amount_minor from ledger_lines l where l.tenant_id = e.tenant_id and l.entry_id = e.id
          union all
          select currency, amount_minor from jsonb_populate_recordset(null::ledger_lines, e.pending_lines)
          where d.kind is distinct from 'posting'
        ) own where amount_minor > 0 group by currency
      ) debits
    ) as amounts
  from ledger_entries e
  left join ledger_entries d on d.tenant_id = e.tenant_id and d.about = e.id and d.kind in ('posting', 'void')
  left join ledger_entries reversed on reversed.tenant_id = e.tenant_id and reversed.id = e.about
  left join lateral (
    select r.id, r.seq from ledger_entries r
    where r.tenant_id = e.tenant_id and r.about = e.id and r.kind = 'reversal' and (not r.is_pending or exists (
      select from ledger_entries p where p.tenant_id = r.tenant_id and p.about = r.id and p.kind = 'posting'))
  ) r on true`;

/** An entry as it is found: by its id, or by the caller's key. */
export async function findEntry(
  { db, tenantId }: Scope,
  { id, key }: { id?: string; key?: string },
): Promise<EntryRow | undefined> {
  if (key === undefined && !z.guid().safeParse(id).success) return undefined;
  const condition = key === undefined ? sql`e.id = ${id}::uuid` : sql`e.key = ${key}`;
  const { rows } = await sql<EntryRow>`${relation}
    where e.tenant_id = ${tenantId} and e.kind in ('entry', 'reversal') and ${condition}`.execute(db);
  return rows[0];
}

type Listing = {
  before: number | null;
  limit: number;
  words: readonly string[];
  state: "pending" | "posted" | "voided" | "reversed" | null;
  from: string | null;
  to: string | null;
};

const states = {
  pending: sql`e.is_pending and d.kind is null`,
  voided: sql`d.kind = 'void'`,
  reversed: sql`r.id is not null`,
  posted: sql`(not e.is_pending or d.kind = 'posting') and r.id is null`,
};

/** The entries before a place in the book, the newest first. */
export async function selectEntries(
  { db, tenantId }: Scope,
  { before, limit, words, state, from, to }: Listing,
): Promise<EntryRow[]> {
  const conditions = [
    sql`e.tenant_id = ${tenantId}`,
    sql`e.kind in ('entry', 'reversal')`,
    ...(before === null ? [] : [sql`e.seq < ${before}`]),
    ...(state === null ? [] : [states[state]]),
    ...(from === null ? [] : [sql`e.posting_day >= ${from}`]),
    ...(to === null ? [] : [sql`e.posting_day < ${to}`]),
    ...words.map((word) => sql`strpos(lower(concat_ws(' ', e.text, e.reference, e.key, e.seq)), ${word}) > 0`),
  ];
  const { rows } = await sql<EntryRow>`${relation}
    where ${sql.join(conditions, sql` and `)} order by e.seq desc limit ${limit}`.execute(db);
  return rows;
}

/** The entries of any of some references, the newest first, and how many there are. */
export async function selectEntriesByReference(
  { db, tenantId }: Scope,
  references: readonly string[],
  limit: number,
): Promise<{ rows: EntryRow[]; total: number }> {
  const named = sql`tenant_id = ${tenantId} and kind in ('entry', 'reversal') and reference = any(${references}::text[])`;
  const { rows } = await sql<EntryRow>`${relation}
    where e.tenant_id = ${tenantId} and e.id in (select id from ledger_entries where ${named} order by seq desc limit ${limit})
    order by e.seq desc`.execute(db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from ledger_entries where ${named}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The lines of an entry that count, with the names of their accounts. */
export async function selectLines({ db, tenantId }: Scope, entry: string): Promise<BookLine[]> {
  return db
    .selectFrom("ledger_lines")
    .select([
      "line",
      "account_id",
      "currency",
      "amount_minor",
      "base_minor",
      "due_day",
      "customer",
      "supplier",
      "driver",
      "branch",
      "cost_center",
      "text",
    ])
    .where("tenant_id", "=", tenantId)
    .where("entry_id", "=", entry)
    .orderBy("line")
    .execute();
}

/** What accounts are called. */
export async function nameAccounts(
  { db, tenantId }: Scope,
  ids: readonly string[],
): Promise<Map<string, { id: string; code: string; name: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("ledger_accounts")
    .select(["id", "code", "name"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
