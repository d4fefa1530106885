import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { closedLines, hasOpenItems } from "../settlements/closed-lines.ts";
import { belongs, isWholeAccount, type StatementScope } from "./statement-scope.ts";

type Scope = Pick<Context, "db" | "tenantId">;
type Span = { from: string | null; to: string | null };
type Question = { scope: StatementScope; currency: string };

export type Activity = { debit: number; credit: number; lines: number };

/** What lines leave out that are not shown. */
export type LineFilter = {
  words: readonly string[];
  side: "debit" | "credit" | null;
  least: number | null;
  most: number | null;
  /** Only lines that are not wholly settled. */
  isOpenOnly: boolean;
};

export type StatementRow = {
  posting_day: string;
  seq: number;
  line: number;
  entry_id: string;
  number: number;
  value_day: string;
  account_id: string;
  amount_minor: number;
  balance: number;
  due_day: string | null;
  text: string;
  reference: string | null;
  is_reversal: boolean;
  reversal_id: string | null;
  reversal_seq: number | null;
};

/** The currencies that a statement has lines in. */
export async function selectCurrencies(context: Scope, scope: StatementScope): Promise<string[]> {
  const { rows } = isWholeAccount(scope)
    ? await sql<{ currency: string }>`select distinct currency from ledger_day_sums
        where tenant_id = ${context.tenantId} and account_id = ${scope.account}::uuid order by 1`.execute(context.db)
    : await sql<{ currency: string }>`select distinct l.currency from ledger_lines l
        where ${belongs(context, scope)} order by 1`.execute(context.db);
  return rows.map(({ currency }) => currency);
}

/** Days with what their lines sum up to, as a relation `s`: kept ready for accounts, summed up for parties. */
function daySums(context: Scope, { scope, currency }: Question): RawBuilder<unknown> {
  return isWholeAccount(scope)
    ? sql`(select day, debit_minor as debit, credit_minor as credit, line_count as lines from ledger_day_sums
        where tenant_id = ${context.tenantId} and account_id = ${scope.account}::uuid and currency = ${currency})`
    : sql`(select l.posting_day as day, sum(greatest(l.amount_minor, 0))::bigint as debit,
          sum(greatest(-l.amount_minor, 0))::bigint as credit, count(*) as lines
        from ledger_lines l where ${belongs(context, scope)} and l.currency = ${currency} group by 1)`;
}

/** What was before the first day, and what the days themselves have. */
export async function readActivity(
  context: Scope,
  question: Question,
  { from, to }: Span,
): Promise<{ opening: number } & Activity> {
  const isWithin = sql`(${from}::date is null or day >= ${from}) and (${to}::date is null or day < ${to})`;
  const { rows } = await sql<{ opening: number } & Activity>`select
      coalesce(sum(debit - credit) filter (where day < ${from}), 0)::bigint as opening,
      coalesce(sum(debit) filter (where ${isWithin}), 0)::bigint as debit,
      coalesce(sum(credit) filter (where ${isWithin}), 0)::bigint as credit,
      coalesce(sum(lines) filter (where ${isWithin}), 0)::bigint as lines
    from ${daySums(context, question)} s`.execute(context.db);
  return rows[0] ?? { opening: 0, debit: 0, credit: 0, lines: 0 };
}

/** The months of the days that have lines, the oldest first. */
export async function selectMonths(
  context: Scope,
  question: Question,
  { from, to }: Span,
): Promise<({ month: string } & Activity)[]> {
  const { rows } = await sql<{ month: string } & Activity>`select to_char(day, 'YYYY-MM') as month,
      sum(debit)::bigint as debit, sum(credit)::bigint as credit, sum(lines)::bigint as lines
    from ${daySums(context, question)} s
    where (${from}::date is null or day >= ${from}) and (${to}::date is null or day < ${to})
    group by 1 order by 1`.execute(context.db);
  return rows;
}

/** What the lines sum up to that a filter leaves on the statement. */
export async function sumFiltered(
  context: Scope,
  question: Question,
  span: Span,
  filter: LineFilter,
): Promise<Activity> {
  const { rows } = await sql<Activity>`select coalesce(sum(greatest(l.amount_minor, 0)), 0)::bigint as debit,
      coalesce(sum(greatest(-l.amount_minor, 0)), 0)::bigint as credit, count(*) as lines
    from ledger_lines l where ${isListed(context, question, span)} and ${passes(context, filter)}`.execute(context.db);
  return rows[0] ?? { debit: 0, credit: 0, lines: 0 };
}

type Page = { skip: number; limit: number; isFiltered: boolean };

/**
 * Lines of a statement in the order of the book, each with what the account stood at after it. Which lines are shown
 * changes no balance: it is that of the day before, which the sums of days tell, and of the day's lines up to this one.
 */
export async function selectStatementLines(
  context: Scope,
  question: Question,
  span: Span,
  { filter, skip, limit, isFiltered }: Page & { filter: LineFilter },
): Promise<StatementRow[]> {
  const { db, tenantId } = context;
  const { scope, currency } = question;
  const start = isFiltered ? { day: span.from, skip } : await findStart(context, question, span, skip);
  const { rows } = await sql<StatementRow>`
    with shown as materialized (
      select l.* from ledger_lines l
      where ${isListed(context, question, { from: start.day, to: span.to })} and ${passes(context, filter)}
      order by l.posting_day, l.seq, l.line offset ${start.skip} limit ${limit}
    ), days as materialized (
      select posting_day, max(seq) as last from shown group by 1
    ), running as (
      select l.posting_day, l.seq, l.line,
        sum(l.amount_minor) over (partition by l.posting_day order by l.seq, l.line)::bigint as so_far
      from days join lateral (
        select l.posting_day, l.seq, l.line, l.amount_minor from ledger_lines l
        where ${belongs(context, scope)} and l.currency = ${currency} and l.posting_day = days.posting_day
          and l.seq <= days.last
      ) l on true
    ), before as (
      select day, sum(debit - credit) over (order by day) - (debit - credit) as balance
      from ${daySums(context, question)} s
    )
    select shown.posting_day, shown.seq, shown.line, shown.entry_id, e.seq as number, shown.value_day, shown.account_id,
      shown.amount_minor, shown.due_day, (before.balance + running.so_far)::bigint as balance,
      coalesce(shown.text, e.text) as text, e.reference, e.kind = 'reversal' as is_reversal,
      r.id as reversal_id, r.seq as reversal_seq
    from shown
    join running using (posting_day, seq, line)
    join before on before.day = shown.posting_day
    join ledger_entries e on e.tenant_id = ${tenantId} and e.id = shown.entry_id
    left join lateral (
      select r.id, r.seq from ledger_entries r where r.tenant_id = ${tenantId} and r.about = e.id
        and r.kind = 'reversal' and exists (
          select from ledger_lines c where c.tenant_id = ${tenantId} and c.entry_id = r.id)
    ) r on true
    order by shown.posting_day, shown.seq, shown.line`.execute(db);
  return rows;
}

/** The day that a place of a statement lies on, and how many of the day's lines come before it. */
async function findStart(
  context: Scope,
  question: Question,
  { from, to }: Span,
  skip: number,
): Promise<{ day: string | null; skip: number }> {
  if (skip === 0) return { day: from, skip };
  const { rows } = await sql<{ day: string; before: number }>`select day, before from (
      select day, (sum(lines) over (order by day) - lines)::bigint as before, lines
      from ${daySums(context, question)} s
      where (${from}::date is null or day >= ${from}) and (${to}::date is null or day < ${to})
    ) days where before <= ${skip} order by day desc limit 1`.execute(context.db);
  const [start] = rows;
  return start ? { day: start.day, skip: skip - start.before } : { day: from, skip };
}

function isListed(context: Scope, { scope, currency }: Question, { from, to }: Span): RawBuilder<boolean> {
  const conditions = [sql`${belongs(context, scope)}`, sql`l.currency = ${currency}`];
  if (from !== null) conditions.push(sql`l.posting_day >= ${from}`);
  if (to !== null) conditions.push(sql`l.posting_day < ${to}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

function passes(context: Scope, { words, side, least, most, isOpenOnly }: LineFilter): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (side !== null) conditions.push(side === "debit" ? sql`l.amount_minor > 0` : sql`l.amount_minor < 0`);
  if (least !== null) conditions.push(sql`abs(l.amount_minor) >= ${least}`);
  if (most !== null) conditions.push(sql`abs(l.amount_minor) <= ${most}`);
  if (isOpenOnly) {
    conditions.push(sql`l.account_id = any(array(select a.id from ledger_accounts a
      where a.tenant_id = ${context.tenantId} and ${hasOpenItems}))`);
    // What is closed is found once for all lines, and not line by line.
    conditions.push(sql`not (l.entry_id, l.line, l.amount_minor) in (
      select c.entry_id, c.line, c.closed_minor from ${closedLines(context)} c)`);
  }
  for (const word of words) {
    conditions.push(sql`(strpos(lower(l.text), ${word}) > 0 or exists (select from ledger_entries e
      where e.tenant_id = l.tenant_id and e.id = l.entry_id
        and strpos(lower(concat_ws(' ', e.text, e.reference, e.seq)), ${word}) > 0))`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
