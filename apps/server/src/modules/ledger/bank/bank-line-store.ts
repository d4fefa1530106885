import type { BankBookLine, BankLineState } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** A line of the bank with what became of it. */
export type BankLineRow = {
  id: string;
  account_id: string;
  row_number: number;
  day: string;
  amount_minor: number;
  currency: string;
  text: string;
  reference: string | null;
  counterparty: string | null;
  file_name: string;
  explanation: string | null;
  explained_at: Date | null;
  explained_by: string | null;
  posted_entry_id: string | null;
  posted_line: number | null;
  /** How the entry that was posted from it stands; null where none was. */
  posted_number: number | null;
  posted_state: "pending" | "counts" | "ended" | null;
  posted_needs_approval: boolean | null;
  rule_problem: string | null;
  match_reason: string | null;
  matched_at: Date | null;
  matched_by: string | null;
  /** Null where it is not matched. */
  matched_lines: BankBookLine[] | null;
};

const relation = ({ tenantId }: Scope): RawBuilder<unknown> => sql`
  select b.id, b.account_id, b.row_number, b.day, b.amount_minor, b.currency, b.text, b.reference, b.counterparty,
    i.file_name, b.explanation, b.explained_at, b.explained_by, b.posted_entry_id, b.posted_line, b.rule_problem,
    p.seq as posted_number, p.needs_approval as posted_needs_approval, case
      when p.id is null then null
      when exists (select from ledger_entries v where v.tenant_id = ${tenantId} and v.about = p.id and v.kind = 'void')
        then 'ended'
      when exists (select from ledger_entries r
        join ledger_lines o on o.tenant_id = ${tenantId} and o.entry_id = r.id
        where r.tenant_id = ${tenantId} and r.about = p.id and r.kind = 'reversal') then 'ended'
      when exists (select from ledger_lines o where o.tenant_id = ${tenantId} and o.entry_id = p.id) then 'counts'
      else 'pending'
    end as posted_state,
    m.reason as match_reason, m.matched_at, m.matched_by, m.lines as matched_lines
  from ledger_bank_lines b
  join ledger_bank_imports i on i.tenant_id = ${tenantId} and i.id = b.import_id
  left join ledger_entries p on p.tenant_id = ${tenantId} and p.id = b.posted_entry_id
  left join lateral (
    select min(m.reason) as reason, min(m.matched_at) as matched_at, min(m.matched_by) as matched_by,
      jsonb_agg(jsonb_build_object('entry', m.entry_id, 'number', e.seq, 'line', m.line, 'postingDay', l.posting_day,
        'text', coalesce(l.text, e.text), 'reference', e.reference, 'currency', l.currency,
        'amountMinor', m.amount_minor) order by l.posting_day, e.seq, m.line) as lines
    from ledger_bank_matches m
    join ledger_entries e on e.tenant_id = ${tenantId} and e.id = m.entry_id
    join ledger_lines l on l.tenant_id = ${tenantId} and l.entry_id = m.entry_id and l.line = m.line
    where m.tenant_id = ${tenantId} and m.bank_line_id = b.id and m.undone_at is null
  ) m on true`;

const isMatched = ({ tenantId }: Scope) => sql`exists (select from ledger_bank_matches m
  where m.tenant_id = ${tenantId} and m.bank_line_id = b.id and m.undone_at is null)`;

function isIn(scope: Scope, state: BankLineState): RawBuilder<boolean> {
  if (state === "matched") return sql<boolean>`${isMatched(scope)}`;
  if (state === "explained") return sql<boolean>`(b.explanation is not null and not ${isMatched(scope)})`;
  return sql<boolean>`(b.explanation is null and not ${isMatched(scope)})`;
}

export type BankLinePlace = { day: string; row: number; id: string };

/** A page of the lines of an account in a state, the oldest first. */
export async function selectBankLines(
  scope: Scope,
  account: string,
  {
    state,
    words,
    after,
    limit,
  }: {
    state: BankLineState;
    words: readonly string[];
    after: BankLinePlace | null;
    limit: number;
  },
): Promise<BankLineRow[]> {
  const conditions = [
    sql`b.tenant_id = ${scope.tenantId}`,
    sql`b.account_id = ${account}::uuid`,
    isIn(scope, state),
    ...words.map(
      (word) => sql`strpos(lower(concat_ws(' ', b.text, b.reference, b.counterparty, i.file_name)), ${word}) > 0`,
    ),
  ];
  if (after !== null) {
    conditions.push(sql`(b.day, b.row_number, b.id) > (${after.day}::date, ${after.row}::int, ${after.id}::uuid)`);
  }
  const { rows } = await sql<BankLineRow>`${relation(scope)} where ${sql.join(conditions, sql` and `)}
    order by b.day, b.row_number, b.id limit ${limit}`.execute(scope.db);
  return rows;
}

/** Lines by their ids, in the order of the account. */
export async function selectLinesById(scope: Scope, ids: readonly string[]): Promise<BankLineRow[]> {
  const { rows } = await sql<BankLineRow>`${relation(scope)}
    where b.tenant_id = ${scope.tenantId} and b.id = any(${ids}::uuid[]) order by b.day, b.row_number, b.id`.execute(
    scope.db,
  );
  return rows;
}

/** How many lines of an account are in each state. */
export async function countBankLines(scope: Scope, account: string): Promise<Record<BankLineState, number>> {
  const { rows } = await sql<Record<BankLineState, number>>`select
      count(*) filter (where ${isIn(scope, "open")}) as open,
      count(*) filter (where ${isIn(scope, "matched")}) as matched,
      count(*) filter (where ${isIn(scope, "explained")}) as explained
    from ledger_bank_lines b where b.tenant_id = ${scope.tenantId} and b.account_id = ${account}::uuid`.execute(
    scope.db,
  );
  return rows[0] ?? { open: 0, matched: 0, explained: 0 };
}

export async function findBankLine(scope: Scope, id: string): Promise<BankLineRow | undefined> {
  const { rows } = await sql<BankLineRow>`${relation(scope)}
    where b.tenant_id = ${scope.tenantId} and b.id = ${id}::uuid`.execute(scope.db);
  return rows[0];
}

/** The lines of an account since a day, the newest first. */
export async function selectLinesSince(scope: Scope, account: string, from: string): Promise<BankLineRow[]> {
  const { rows } = await sql<BankLineRow>`${relation(scope)}
    where b.tenant_id = ${scope.tenantId} and b.account_id = ${account}::uuid and b.day >= ${from}::date
    order by b.day desc, b.row_number desc, b.id`.execute(scope.db);
  return rows;
}

type Changes = Partial<{
  explanation: string | null;
  explained_at: Date | null;
  explained_by: string | null;
  posted_entry_id: string | null;
  posted_line: number | null;
  rule_problem: string | null;
}>;

export async function updateBankLine({ db, tenantId }: Scope, id: string, changes: Changes): Promise<void> {
  await db
    .updateTable("ledger_bank_lines")
    .set(changes)
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
}

/** Says that the matches of a line no longer stand. */
export async function undoMatches(context: Context, bankLine: string): Promise<void> {
  await context.db
    .updateTable("ledger_bank_matches")
    .set({ undone_at: context.now, undone_by: context.actor.kind === "user" ? context.actor.uid : null })
    .where("tenant_id", "=", context.tenantId)
    .where("bank_line_id", "=", bankLine)
    .where("undone_at", "is", null)
    .execute();
}
