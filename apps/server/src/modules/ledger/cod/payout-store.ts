import type { CodPayout, PayoutLine } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { closedLines } from "../settlements/closed-lines.ts";
import { flowState } from "./flow-state.ts";

type Scope = Pick<Context, "db" | "tenantId">;
export type PartyKind = CodPayout["kind"];

/** What an account is used for, where money is owed to merchants and to drivers. */
export const payablePurposes = { customer: "cod_owed", driver: "driver_wallet" } as const;

export type PayableLine = {
  entry_id: string;
  seq: number;
  line: number;
  account_id: string;
  party: string;
  currency: string;
  value_day: string;
  text: string;
  reference: string | null;
  open_minor: number;
};

/**
 * What is open with merchants or drivers: less what is settled, and what payouts that wait will pay. A line that was
 * reversed while its payout waits has nothing open, and no more than that.
 */
function openLines(scope: Scope, kind: PartyKind): RawBuilder<unknown> {
  const { tenantId } = scope;
  return sql`(select l.entry_id, l.line, l.account_id, ${sql.ref(`l.${kind}`)} as party, l.currency, l.value_day, l.seq,
      l.text, case when l.amount_minor > 0
        then greatest(0, l.amount_minor - coalesce(c.closed_minor, 0) - coalesce(w.amount, 0))
        else least(0, l.amount_minor - coalesce(c.closed_minor, 0) - coalesce(w.amount, 0)) end as open_minor
    from ledger_lines l
    join ledger_accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.purpose = ${payablePurposes[kind]}
    left join ${closedLines(scope)} c on c.entry_id = l.entry_id and c.line = l.line
    left join (
      select x.entry_id, x.line, sum(x.amount_minor) as amount from ledger_payout_lines x
      join ledger_payouts y on y.tenant_id = x.tenant_id and y.id = x.payout_id
      where x.tenant_id = ${tenantId} and ${flowState(tenantId, sql`y.entry_id`)} = 'pending' group by 1, 2
    ) w on w.entry_id = l.entry_id and w.line = l.line
    where l.tenant_id = ${tenantId} and ${sql.ref(`l.${kind}`)} is not null)`;
}

/** With whom something is open. */
export async function selectPayable(scope: Scope, kind: PartyKind) {
  const { rows } = await sql<{ party: string; currency: string; owed: number; lines: number }>`
    select party, currency, (-sum(open_minor))::bigint as owed, count(*)::int as lines
    from ${openLines(scope, kind)} o where open_minor <> 0 group by 1, 2 order by 1, 2`.execute(scope.db);
  return rows;
}

type Party = { kind: PartyKind; party: string; currency: string };

/** The open lines of one party, the oldest first. */
export async function selectPayableLines(
  scope: Scope,
  { kind, party, currency }: Party,
  limit: number | null,
): Promise<PayableLine[]> {
  const { rows } =
    await sql<PayableLine>`select o.entry_id, e.seq, o.line, o.account_id, o.party, o.currency, o.value_day,
      coalesce(o.text, e.text) as text, e.reference, o.open_minor::bigint as open_minor
    from ${openLines(scope, kind)} o
    join ledger_entries e on e.tenant_id = ${scope.tenantId} and e.id = o.entry_id
    where o.open_minor <> 0 and o.party = ${party} and o.currency = ${currency}
    order by o.value_day, e.seq, o.line limit ${limit}`.execute(scope.db);
  return rows;
}

export type PayoutRow = {
  id: string;
  fingerprint: string;
  entry_id: string;
  seq: number;
  state: CodPayout["state"];
  party_kind: PartyKind;
  party: string;
  account_id: string;
  currency: string;
  amount_minor: number;
  reference: string | null;
  settlement_id: string | null;
  lines: number;
  created_at: Date;
  created_by: string | null;
};

const payouts = (tenantId: string) => sql`(select y.*, e.seq, ${flowState(tenantId, sql`y.entry_id`)} as state, (
      select count(*)::int from ledger_payout_lines x where x.tenant_id = y.tenant_id and x.payout_id = y.id
    ) as lines
  from ledger_payouts y join ledger_entries e on e.tenant_id = y.tenant_id and e.id = y.entry_id
  where y.tenant_id = ${tenantId})`;

export async function findPayout(
  { db, tenantId }: Scope,
  { id = null, key = null }: { id?: string | null; key?: string | null },
): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`select y.* from ${payouts(tenantId)} y
    where y.id::text = ${id} or y.key = ${key}`.execute(db);
  return rows[0];
}

/** A page of payouts, the newest first. */
export async function selectPayouts(
  { db, tenantId }: Scope,
  {
    kind = null,
    party = null,
    page,
    limit,
  }: {
    kind?: string | null | undefined;
    party?: string | null | undefined;
    page: number;
    limit: number;
  },
): Promise<{ rows: PayoutRow[]; total: number }> {
  const where = sql`(${kind}::text is null or y.party_kind = ${kind}) and (${party}::text is null or y.party = ${party})`;
  const { rows } = await sql<PayoutRow>`select y.* from ${payouts(tenantId)} y where ${where}
    order by y.created_at desc, y.seq desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::int as total from ledger_payouts y
    where y.tenant_id = ${tenantId} and ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** The lines that a payout pays, with how much of each. */
export async function selectPayoutLines({ db, tenantId }: Scope, payout: string): Promise<PayoutLine[]> {
  const { rows } = await sql<PayoutLine>`select x.entry_id as entry, e.seq as number, x.line, e.value_day as "valueDay",
      coalesce(l.text, e.text) as text, e.reference, x.amount_minor as "openMinor"
    from ledger_payout_lines x
    join ledger_entries e on e.tenant_id = x.tenant_id and e.id = x.entry_id
    join ledger_lines l on l.tenant_id = x.tenant_id and l.entry_id = x.entry_id and l.line = x.line
    where x.tenant_id = ${tenantId} and x.payout_id = ${payout}::uuid order by e.value_day, e.seq, x.line`.execute(db);
  return rows;
}

/** Payouts whose lines have not followed their entry: posted and not settled, or taken back and still settled. */
export async function selectUnsettledPayouts({ db, tenantId }: Scope): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`select y.* from ${payouts(tenantId)} y
    where (y.state = 'posted' and y.settlement_id is null) or (y.state = 'reversed' and y.settlement_id is not null)
    order by y.seq`.execute(db);
  return rows;
}

/** The first payout that waits and pays one of some lines. */
export async function findWaitingPayout(
  { db, tenantId }: Scope,
  lines: readonly { entry: string; line: number }[],
): Promise<{ seq: number; line_seq: number; entry_id: string; line: number } | undefined> {
  const { rows } = await sql<{ seq: number; line_seq: number; entry_id: string; line: number }>`
    select e.seq, o.seq as line_seq, x.entry_id, x.line
    from unnest(${lines.map(({ entry }) => entry)}::uuid[], ${lines.map(({ line }) => line)}::int[]) as l (entry_id, line)
    join ledger_payout_lines x on x.tenant_id = ${tenantId} and x.entry_id = l.entry_id and x.line = l.line
    join ledger_payouts y on y.tenant_id = x.tenant_id and y.id = x.payout_id
    join ledger_entries e on e.tenant_id = y.tenant_id and e.id = y.entry_id
    join ledger_entries o on o.tenant_id = x.tenant_id and o.id = x.entry_id
    where ${flowState(tenantId, sql`y.entry_id`)} = 'pending' order by e.seq, o.seq limit 1`.execute(db);
  return rows[0];
}

/** The payout whose lines a settlement settles. */
export async function findPayoutOfSettlement({ db, tenantId }: Scope, settlement: string) {
  return db
    .selectFrom("ledger_payouts as y")
    .innerJoin("ledger_entries as e", (join) =>
      join.onRef("e.tenant_id", "=", "y.tenant_id").onRef("e.id", "=", "y.entry_id"),
    )
    .select("e.seq")
    .where("y.tenant_id", "=", tenantId)
    .where("y.settlement_id", "=", settlement)
    .executeTakeFirst();
}
