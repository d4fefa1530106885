import type { LedgerAccountType } from "@console/contracts";
import { startOfDay } from "@console/figures/time-zone";
import type { Context } from "../../../platform/context.ts";
import { ingestFacts, loadMetricState } from "../../metrics/index.ts";
import type { NumberedAddition } from "./book-entry.ts";

/** The source of the postings that the book writes; nothing else writes it. */
export const bookSource = "ledger";

/** What figures call the types of accounts. */
const figureTypes: Record<LedgerAccountType, string> = {
  receivable: "Receivable",
  cash: "Cash",
  asset: "Other",
  payable: "Payable",
  liability: "Other",
  equity: "Other",
  income: "Income",
  expense: "Expense",
};

/** Writes the lines that count from now on as the postings that figures are read from. */
export async function writeFacts(context: Context, additions: readonly NumberedAddition[]): Promise<void> {
  const counting = additions.filter(({ lines }) => lines.length > 0);
  if (counting.length === 0) return;
  const accounts = await findAccounts(context, counting);
  const { timeZone } = (await loadMetricState(context)).settings;
  const records = counting.flatMap(({ entry, lines, number }) =>
    lines.map((line) => {
      const account = accounts.get(line.account_id);
      const isInBase = line.base_minor !== null;
      return {
        source_key: `${number}-${line.line}`,
        entry_key: String(number),
        account: account && { key: account.member, name: account.name },
        account_type: account && figureTypes[account.type as LedgerAccountType],
        cost_center: line.cost_center,
        branch: line.branch,
        customer: line.customer,
        supplier: line.supplier,
        posted_at: new Date(startOfDay(entry.posting_day, timeZone)).toISOString(),
        currency: isInBase ? entry.base_currency : line.currency,
        amount_minor: isInBase ? line.base_minor : line.amount_minor,
        due_day: line.due_day,
        text: line.text ?? entry.text,
      };
    }),
  );
  const { rejected } = await ingestFacts(context, { fact: "ledger_postings", source: bookSource, records });
  if (rejected.length > 0) throw new Error(`A line of the book is no posting: ${JSON.stringify(rejected[0])}`);
}

async function findAccounts({ db, tenantId }: Context, additions: readonly NumberedAddition[]) {
  const ids = [...new Set(additions.flatMap(({ lines }) => lines.map((line) => line.account_id)))];
  const rows = await db
    .selectFrom("ledger_accounts")
    .select(["id", "member", "name", "type"])
    .where("tenant_id", "=", tenantId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
