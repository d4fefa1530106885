import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** A line of the book on an account that the bank has not said yet. */
export type BookLineRow = {
  entry_id: string;
  number: number;
  line: number;
  line_seq: number;
  posting_day: string;
  text: string;
  reference: string | null;
  currency: string;
  amount_minor: number;
};

/** Whether a line of the book is matched with one of the bank. */
function isMatched({ tenantId }: Pick<Context, "tenantId">, line: string): RawBuilder<boolean> {
  const [entry, number] = [sql.ref(`${line}.entry_id`), sql.ref(`${line}.line`)];
  return sql<boolean>`exists (select from ledger_bank_matches m where m.tenant_id = ${tenantId}
    and m.entry_id = ${entry} and m.line = ${number} and m.undone_at is null)`;
}

/**
 * Lines of the book on an account that no line of the bank is matched with. An entry and its reversal that the bank has
 * both not seen leave nothing to wait for.
 */
export function outstandingLines(scope: Pick<Context, "tenantId">, account: string): RawBuilder<unknown> {
  const { tenantId } = scope;
  return sql`(
    select l.entry_id, e.seq as number, l.line, l.seq as line_seq, l.posting_day, coalesce(l.text, e.text) as text,
      e.reference, l.currency, l.amount_minor
    from ledger_lines l
    join ledger_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    where l.tenant_id = ${tenantId} and l.account_id = ${account}::uuid and not ${isMatched(scope, "l")}
      and not exists (select from ledger_entries r
        join ledger_lines o on o.tenant_id = ${tenantId} and o.entry_id = r.id and o.line = l.line
        where r.tenant_id = ${tenantId} and r.kind = 'reversal' and r.about = l.entry_id
          and not ${isMatched(scope, "o")})
      and not exists (select from ledger_lines o
        where e.kind = 'reversal' and o.tenant_id = ${tenantId} and o.entry_id = e.about and o.line = l.line
          and not ${isMatched(scope, "o")})
  )`;
}

/** Lines of the book by their entries, as far as they wait for the bank. */
export async function findOutstanding(
  context: Scope,
  account: string,
  lines: readonly { entry: string; line: number }[],
): Promise<BookLineRow[]> {
  const { rows } = await sql<BookLineRow>`select b.* from ${outstandingLines(context, account)} b
    join unnest(${lines.map(({ entry }) => entry)}::uuid[], ${lines.map(({ line }) => line)}::int[])
      as asked (entry_id, line) on asked.entry_id = b.entry_id and asked.line = b.line`.execute(context.db);
  return rows;
}

type Wanted = {
  days: readonly string[];
  amounts: readonly { currency: string; amountMinor: number }[];
  references: readonly string[];
  entries: readonly string[];
};

/** Lines of the book that may be lines of the bank: of days near to them, of the same amount, reference or origin. */
export async function selectCandidates(
  context: Scope,
  account: string,
  { days, amounts, references, entries }: Wanted,
  limit: number,
): Promise<BookLineRow[]> {
  const { rows } = await sql<BookLineRow>`select b.* from ${outstandingLines(context, account)} b
    where b.posting_day = any(${days}::date[])
      or (b.currency, b.amount_minor) in (select * from unnest(${amounts.map(({ currency }) => currency)}::text[],
        ${amounts.map(({ amountMinor }) => amountMinor)}::bigint[]))
      or lower(b.reference) = any(${references}::text[])
      or b.entry_id = any(${entries}::uuid[])
    order by b.posting_day, b.line_seq, b.line limit ${limit}`.execute(context.db);
  return rows;
}

/** Where a page of outstanding lines begins. */
export type BookLinePlace = { day: string; seq: number; line: number };

type OutstandingFilter = {
  words: readonly string[];
  direction: "in" | "out" | null;
  currency: string | null;
  /** Only those since the first line of the files, which the bank should show. */
  isExpected: boolean;
  /** The day whose neighbours come first; null for the oldest first. */
  near: string | null;
  after: BookLinePlace | null;
  limit: number;
};

/** A page of the lines that the bank has not, the oldest or the nearest to a day first. */
export async function selectOutstanding(
  context: Scope,
  account: string,
  { words, direction, currency, isExpected, near, after, limit }: OutstandingFilter,
): Promise<BookLineRow[]> {
  const order = (day: RawBuilder<unknown>) => (near === null ? day : sql`abs(${day} - ${near}::date)`);
  const conditions = [sql`true`];
  if (direction !== null) conditions.push(direction === "in" ? sql`b.amount_minor > 0` : sql`b.amount_minor < 0`);
  if (currency !== null) conditions.push(sql`b.currency = ${currency}`);
  if (isExpected) {
    conditions.push(sql`b.posting_day >= (select min(f.day) from ledger_bank_lines f
      where f.tenant_id = ${context.tenantId} and f.account_id = ${account}::uuid and f.currency = b.currency)`);
  }
  for (const word of words) {
    conditions.push(sql`strpos(lower(concat_ws(' ', b.text, b.reference, b.number)), ${word}) > 0`);
  }
  if (after !== null) {
    const { day, seq, line } = after;
    conditions.push(sql`(${order(sql`b.posting_day`)}, b.line_seq, b.line)
      > (${order(sql`${day}::date`)}, ${seq}::bigint, ${line}::smallint)`);
  }
  const { rows } = await sql<BookLineRow>`select b.* from ${outstandingLines(context, account)} b
    where ${sql.join(conditions, sql` and `)}
    order by ${order(sql`b.posting_day`)}, b.line_seq, b.line limit ${limit}`.execute(context.db);
  return rows;
}
