import type { PayoutLine } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { selectOpenAmounts } from "../settlements/open-item-store.ts";
import { settleLines } from "../settlements/settle-lines.ts";
import { type PayoutRow, selectPayoutLines, selectUnsettledPayouts } from "./payout-store.ts";

/** The line of its entry by which a payout pays; `writePayout` has it first. */
const payingLine = 1;

/** Settles the lines of payouts that count from now on, and opens those of payouts that were taken back. */
export async function settlePayouts(context: Context): Promise<void> {
  for (const payout of await selectUnsettledPayouts(context)) {
    if (payout.state === "posted") await settlePayout(context, payout);
    else await openPayout(context, payout);
  }
}

async function settlePayout(context: Context, payout: PayoutRow): Promise<void> {
  const lines = await selectPayoutLines(context, payout.id);
  // A delivery that was reversed, say, while the payout waited.
  const isOpen = await haveOpen(context, lines);
  if (!isOpen) {
    throw new AppError(
      "conflict",
      `Lines of payout ${payout.seq} have changed since it was made: void it, and pay what is open now.`,
    );
  }
  const { id } = await settleLines(context, {
    account: payout.account_id,
    currency: payout.currency,
    parts: [
      ...lines.map(({ entry, line, openMinor }) => ({ entry, line, amountMinor: openMinor })),
      { entry: payout.entry_id, line: payingLine, amountMinor: payout.amount_minor },
    ],
  });
  await setSettlement(context, payout.id, id);
}

/** Whether lines still have open what a payout pays of each. */
async function haveOpen(context: Context, lines: readonly PayoutLine[]): Promise<boolean> {
  const open = await selectOpenAmounts(context, lines);
  return lines.every(
    ({ entry, line, openMinor }) => Math.abs(open.get(`${entry} ${line}`) ?? 0) >= Math.abs(openMinor),
  );
}

async function openPayout(context: Context, payout: PayoutRow): Promise<void> {
  const { db, tenantId, now, actor } = context;
  await db
    .updateTable("ledger_settlements")
    .set({ undone_at: now, undone_by: actor.kind === "user" ? actor.uid : null })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", payout.settlement_id)
    .where("undone_at", "is", null)
    .execute();
  await setSettlement(context, payout.id, null);
}

async function setSettlement({ db, tenantId }: Context, payout: string, settlement: string | null): Promise<void> {
  await db
    .updateTable("ledger_payouts")
    .set({ settlement_id: settlement })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", payout)
    .execute();
}
