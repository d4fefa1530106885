import type { suggestLedgerSettlement as contract, SettlementSuggestion } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { presentOpenItems, readFilter } from "./list-open-items.ts";
import { type OpenItemRow, selectOpenItems } from "./open-item-store.ts";

/** So many lines are looked at, and settled at once. */
const mostLines = 200;

/** Which open lines would settle each other: the oldest debits with the oldest credits, as far as both go. */
export async function suggestSettlement(
  context: SnapshotContext,
  { account: name, currency, ...party }: z.output<(typeof contract)["input"]>,
): Promise<SettlementSuggestion> {
  const { id, code, name: title } = await requireAccount(context, name);
  const filter = await readFilter(context, { ...party, account: name, currency });
  const rows = await selectOpenItems(context, filter, { after: null, limit: mostLines + 1 });
  const shown = rows.slice(0, mostLines);
  const amounts = settleOldest(shown);
  const settled = shown.filter((_, place) => amounts[place] !== 0);
  const items = await presentOpenItems(context, settled);
  const left = amounts.filter((amount) => amount !== 0);
  return {
    account: { id, code, name: title },
    currency,
    parts: items.map((item, place) => ({ ...item, settledMinor: left[place] ?? 0 })),
    hasMore: rows.length > mostLines,
  };
}

/** How much of each line is settled when debits and credits are taken in their order; the amounts sum up to zero. */
export function settleOldest(rows: readonly Pick<OpenItemRow, "open_minor">[]): number[] {
  const sum = (sign: number) => rows.reduce((total, { open_minor: open }) => total + Math.max(0, sign * open), 0);
  const left = { debit: 0, credit: 0 };
  left.debit = Math.min(sum(1), sum(-1));
  left.credit = left.debit;
  return rows.map(({ open_minor: open }) => {
    const side = open > 0 ? "debit" : "credit";
    const amount = Math.min(Math.abs(open), left[side]);
    left[side] -= amount;
    return amount === 0 ? 0 : Math.sign(open) * amount;
  });
}
