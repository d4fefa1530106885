import type { LedgerEntry } from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import { type Context, readFormats } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { selectBalances } from "../accounts/account-store.ts";
import { findDepositOfHandIn, findSafe } from "./deposit-store.ts";
import { settlePayouts } from "./settle-payouts.ts";

/** Does something to an entry, and has the flows of cash follow it; refused where they would not hold after it. */
export function withFlows<Input>(act: (context: Context, input: Input) => Promise<LedgerEntry>) {
  return async (context: Context, input: Input): Promise<LedgerEntry> => {
    const entry = await act(context, input);
    await settlePayouts(context);
    if (entry.reverses !== null) await requireUndeposited(context, entry.reverses);
    else if (entry.state === "posted") await requireCashInSafe(context, entry);
    return entry;
  };
}

/** Cash that was brought to the bank, or will be, was handed in. */
async function requireUndeposited(context: Context, { id, number }: { id: string; number: number }): Promise<void> {
  const deposit = await findDepositOfHandIn(context, id);
  if (deposit === undefined) return;
  throw new AppError(
    "conflict",
    `Cash of hand-in ${number} is in deposit ${deposit.seq}: reverse or void that one first.`,
  );
}

/** What a deposit takes may have left the safe while it waited. */
async function requireCashInSafe(context: Context, { id, number, cause }: LedgerEntry): Promise<void> {
  const deposit = cause?.kind === "deposit" ? await findSafe(context, id) : undefined;
  if (deposit === undefined) return;
  const { safe_account_id: safe, currency } = deposit;
  const balances = (await selectBalances(context, [safe])).get(safe) ?? [];
  const missing = -(balances.find((one) => one.currency === currency)?.balanceMinor ?? 0);
  if (missing <= 0) return;
  const money = formatMoney(missing, currency, readFormats(context));
  throw new AppError("conflict", `The safe has ${money} ${currency} too little for deposit ${number}.`);
}
