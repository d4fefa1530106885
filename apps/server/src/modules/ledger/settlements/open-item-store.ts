import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { closedLines, hasOpenItems } from "./closed-lines.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** Whose open items are meant; null where it does not matter. */
export type OpenItemFilter = {
  account: string | null;
  customer: string | null;
  supplier: string | null;
  driver: string | null;
  branch: string | null;
  currency: string | null;
  words: readonly string[];
};

export type OpenItemRow = {
  entry_id: string;
  seq: number;
  line: number;
  account_id: string;
  currency: string;
  posting_day: string;
  line_seq: number;
  due_day: string | null;
  text: string;
  reference: string | null;
  party: string | null;
  amount_minor: number;
  open_minor: number;
};

/** A place among open items: they are in the order of the book. */
export type OpenItemPlace = { day: string; seq: number; line: number };

const parties = ["customer", "supplier", "driver", "branch"] as const;

function openItems(context: Scope, filter: OpenItemFilter): RawBuilder<unknown> {
  const conditions = [sql`l.tenant_id = ${context.tenantId}`, hasOpenItems];
  if (filter.account !== null) conditions.push(sql`l.account_id = ${filter.account}::uuid`);
  if (filter.currency !== null) conditions.push(sql`l.currency = ${filter.currency}`);
  for (const party of parties) {
    if (filter[party] !== null) conditions.push(sql`${sql.ref(`l.${party}`)} = ${filter[party]}`);
  }
  for (const word of filter.words) {
    conditions.push(sql`strpos(lower(concat_ws(' ', l.text, e.text, e.reference, e.seq, l.customer, l.supplier,
      l.driver, l.branch)), ${word}) > 0`);
  }
  return sql`(
    select l.entry_id, e.seq, l.line, l.account_id, l.currency, l.posting_day, l.seq as line_seq, l.due_day,
      coalesce(l.text, e.text) as text, e.reference, coalesce(l.customer, l.supplier, l.driver, l.branch) as party,
      l.amount_minor, l.amount_minor - coalesce(c.closed_minor, 0) as open_minor
    from ledger_lines l
    join ledger_accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id
    join ledger_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    left join ${closedLines(context)} c on c.entry_id = l.entry_id and c.line = l.line
    where ${sql.join(conditions, sql` and `)} and l.amount_minor <> coalesce(c.closed_minor, 0)
  )`;
}

/** A page of open items, the oldest first. */
export async function selectOpenItems(
  context: Scope,
  filter: OpenItemFilter,
  { after, limit }: { after: OpenItemPlace | null; limit: number },
): Promise<OpenItemRow[]> {
  const isAfter =
    after === null
      ? sql`true`
      : sql`(i.posting_day, i.line_seq, i.line) > (${after.day}::date, ${after.seq}::bigint, ${after.line}::smallint)`;
  const { rows } = await sql<OpenItemRow>`select i.* from ${openItems(context, filter)} i where ${isAfter}
    order by i.posting_day, i.line_seq, i.line limit ${limit}`.execute(context.db);
  return rows;
}

/** What open items sum up to, by currency. */
export async function sumOpenItems(
  context: Scope,
  filter: OpenItemFilter,
): Promise<{ currency: string; lines: number; debit: number; credit: number }[]> {
  const { rows } = await sql<{ currency: string; lines: number; debit: number; credit: number }>`
    select i.currency, count(*) as lines, coalesce(sum(greatest(i.open_minor, 0)), 0)::bigint as debit,
      coalesce(sum(greatest(-i.open_minor, 0)), 0)::bigint as credit
    from ${openItems(context, filter)} i group by 1 order by 1`.execute(context.db);
  return rows;
}

/** What lines still have open, by entry and line; null where their account has no open items. */
export async function selectOpenAmounts(
  context: Scope,
  lines: readonly { entry: string; line: number }[],
): Promise<Map<string, number | null>> {
  if (lines.length === 0) return new Map();
  const entries = [...new Set(lines.map(({ entry }) => entry))];
  const { rows } = await sql<{ entry_id: string; line: number; open_minor: number | null }>`
    select l.entry_id, l.line,
      case when ${hasOpenItems} then l.amount_minor - coalesce(c.closed_minor, 0) end as open_minor
    from ledger_lines l
    join ledger_accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id
    left join ${closedLines(context, entries)} c on c.entry_id = l.entry_id and c.line = l.line
    where l.tenant_id = ${context.tenantId} and l.entry_id = any(${entries}::uuid[])`.execute(context.db);
  return new Map(rows.map((row) => [`${row.entry_id} ${row.line}`, row.open_minor]));
}
