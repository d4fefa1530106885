import { randomUUID } from "node:crypto";
import type {
  addDeposit as addContract,
  CashDeposit,
  listDeposits as listContract,
  RouteOutput,
} from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { selectBalances } from "../accounts/account-store.ts";
import { type DepositRow, findDeposit, selectDeposits, sumWaiting } from "./deposit-store.ts";
import { fillFlowColumns, postFlow, presentFlowPage, presentFlows, writeOnce } from "./flow.ts";
import { writeFlowLine } from "./flow-line.ts";
import { selectUndeposited } from "./hand-in-store.ts";
import { choosePurposeAccount } from "./purpose-accounts.ts";

type Input = z.output<(typeof addContract)["input"]>;

export async function listDeposits(
  context: Context,
  input: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { page, limit } = input;
  return presentFlowPage(context, await selectDeposits(context, input), { page, limit, present: presentDeposits });
}

/** Books cash that goes from the safe to the bank. */
export function addDeposit(context: Context, input: Input): Promise<CashDeposit> {
  return writeOnce(context, input, { find: findDeposit, write: writeDeposit, present: presentDeposits });
}

type Cash = { safe: string; currency: string; amount: number; parts: { hand_in_id: string; amount_minor: number }[] };

async function writeDeposit(context: Context, input: Input, fingerprint: string): Promise<void> {
  const cash =
    input.handIns === undefined ? await takeAmount(context, input) : await takeHandIns(context, input.handIns);
  const { safe, currency, amount, parts } = cash;
  await requireCash(context, cash);
  const bank = await choosePurposeAccount(context, { purpose: "bank", currency, chosen: input.bank, field: "bank" });
  const id = randomUUID();
  const entry = await postFlow(context, {
    kind: "deposit",
    id,
    key: input.key,
    text: "Deposit of cash",
    reference: input.reference,
    lines: [
      writeFlowLine({ account: bank.id, currency, amountMinor: amount }),
      writeFlowLine({ account: safe, currency, amountMinor: -amount }),
    ],
  });
  await context.db
    .insertInto("ledger_deposits")
    .values({
      ...fillFlowColumns(context, { id, key: input.key, fingerprint, entry }),
      currency,
      safe_account_id: safe,
      bank_account_id: bank.id,
      amount_minor: amount,
      reference: input.reference,
    })
    .execute();
  if (parts.length === 0) return;
  await context.db
    .insertInto("ledger_deposit_parts")
    .values(parts.map((part) => ({ ...part, tenant_id: context.tenantId, deposit_id: id })))
    .execute();
}

/** All that is left of some hand-ins, which are in one safe and one currency. */
async function takeHandIns(context: Context, ids: readonly string[]): Promise<Cash> {
  const wanted = [...new Set(ids)];
  const rows = await selectUndeposited(context, { ids: wanted, currency: null, safe: null });
  const [first] = rows;
  if (!first || rows.length < wanted.length) {
    throw new AppError("conflict", "Some of these hand-ins are not posted, or are at the bank already.");
  }
  if (rows.some((row) => row.currency !== first.currency || row.safe_account_id !== first.safe_account_id)) {
    throw wrongField("handIns", "Choose hand-ins of one safe and one currency.");
  }
  return {
    safe: first.safe_account_id,
    currency: first.currency,
    amount: rows.reduce((sum, row) => sum + row.left_minor, 0),
    parts: rows.map((row) => ({ hand_in_id: row.id, amount_minor: row.left_minor })),
  };
}

/** An amount of a safe: it takes the oldest hand-ins first, and beyond them what is in the safe otherwise. */
async function takeAmount(context: Context, input: Input): Promise<Cash> {
  const currency = input.currency ?? (await loadMetricState(context)).settings.currency;
  const safe = await choosePurposeAccount(context, {
    purpose: "cod_in_safe",
    currency,
    chosen: input.safe,
    field: "safe",
  });
  const amount = input.amountMinor ?? 0;
  const parts: Cash["parts"] = [];
  let left = amount;
  for (const row of await selectUndeposited(context, { ids: null, currency, safe: safe.id })) {
    if (left === 0) break;
    const own = Math.min(left, row.left_minor);
    parts.push({ hand_in_id: row.id, amount_minor: own });
    left -= own;
  }
  return { safe: safe.id, currency, amount, parts };
}

/** A safe gives no more than is in it, less what deposits that wait will take. */
async function requireCash(context: Context, { safe, currency, amount }: Cash): Promise<void> {
  const balances = (await selectBalances(context, [safe])).get(safe) ?? [];
  const balance = balances.find((one) => one.currency === currency)?.balanceMinor ?? 0;
  const left = balance - (await sumWaiting(context, { safe, currency }));
  if (amount <= left) return;
  const money = formatMoney(Math.max(left, 0), currency, readFormats(context));
  throw wrongField("amountMinor", `The safe has only ${money} ${currency}.`);
}

function presentDeposits(context: Context, rows: readonly DepositRow[]): Promise<CashDeposit[]> {
  return presentFlows(context, rows, (row) => ({
    amountMinor: row.amount_minor,
    reference: row.reference,
    isBanked: row.is_banked,
    safe: row.safe,
    bank: row.bank,
    parts: row.parts ?? [],
  }));
}
