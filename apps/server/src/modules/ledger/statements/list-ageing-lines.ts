import { type getLedgerAgeingLines as contract, ledgerAgeingBuckets, type RouteOutput } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { nameAccounts } from "../book/entry-store.ts";
import { agedLines, chooseEarlierDay } from "./aged-lines.ts";
import { requireExact } from "./read-statement.ts";

type Row = {
  entry_id: string;
  number: number;
  line: number;
  account_id: string;
  posting_day: string;
  due_day: string | null;
  text: string;
  reference: string | null;
  amount: number;
  own_currency: string;
  own_amount: number;
};

/** The lines behind one figure of the ageing, a page at a time. */
export async function listAgeingLines(
  context: SnapshotContext,
  { side, asOf, party, currency, bucket, page: asked, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const { timeZone } = (await loadMetricState(context)).settings;
  const day = asOf ?? dayIn(timeZone, context.now);
  const behind: RawBuilder<unknown> = sql`from ${agedLines(context, { side, day })}
    where party is not distinct from ${party ?? null} and currency = ${currency}
      and bucket = ${ledgerAgeingBuckets.indexOf(bucket)}`;
  const sums = await sql<{ total: number; lines: number }>`
    select coalesce(sum(amount), 0)::bigint as total, count(*)::int as lines ${behind}`.execute(context.db);
  const { total, lines } = sums.rows[0] ?? { total: 0, lines: 0 };
  const pages = Math.max(1, Math.ceil(lines / limit));
  const page = Math.min(asked, pages);
  const { rows } = await sql<Row>`
    select entry_id, number, line, account_id, posting_day, due_day, text, reference, amount, own_currency, own_amount
    ${behind} order by due_day nulls last, posting_day, seq, line
    limit ${limit} offset ${(page - 1) * limit}`.execute(context.db);
  const accounts = await nameAccounts(context, [...new Set(rows.map((row) => row.account_id))]);
  return {
    asOf: day,
    totalMinor: requireExact(total, chooseEarlierDay),
    lines,
    page,
    pages,
    items: rows.map((row) => ({
      entry: row.entry_id,
      number: row.number,
      line: row.line,
      postingDay: row.posting_day,
      dueDay: row.due_day,
      account: accounts.get(row.account_id) ?? { id: row.account_id, code: "", name: "" },
      text: row.text,
      reference: row.reference,
      amountMinor: row.amount,
      original: row.own_currency === currency ? null : { currency: row.own_currency, amountMinor: row.own_amount },
    })),
  };
}
