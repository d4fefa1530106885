import { randomUUID } from "node:crypto";
import type { addHandIn as addContract, HandIn, listHandIns as listContract, RouteOutput } from "@console/contracts";
import { largestAmount } from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { type OpenDay, selectOpenDays } from "./cash-store.ts";
import { fillFlowColumns, postFlow, presentFlowPage, writeOnce } from "./flow.ts";
import { writeFlowLine } from "./flow-line.ts";
import { findHandIn, presentHandIns, selectHandIns } from "./hand-in-store.ts";
import { choosePurposeAccount } from "./purpose-accounts.ts";

type Input = z.output<(typeof addContract)["input"]>;

export async function listHandIns(
  context: Context,
  input: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { page, limit } = input;
  return presentFlowPage(context, await selectHandIns(context, input), { page, limit, present: presentHandIns });
}

/** Takes in what a driver has brought: the cash goes to the safe, and what differs to short and over. */
export function addHandIn(context: Context, input: Input): Promise<HandIn> {
  return writeOnce(context, input, { find: findHandIn, write: writeHandIn, present: presentHandIns });
}

async function writeHandIn(context: Context, input: Input, fingerprint: string): Promise<void> {
  const { driver, branch, denominations, reason } = input;
  const currency = input.currency ?? (await loadMetricState(context)).settings.currency;
  const days = await findDays(context, input, currency);
  const expected = days.reduce((sum, day) => sum + day.expected, 0);
  const counted = countCash(denominations);
  if (expected <= 0) throw wrongField("driver", `${driver} has no open cash in ${currency} on these days.`);
  const difference = counted - expected;
  if (difference !== 0 && reason === null) {
    const amount = formatMoney(Math.abs(difference), currency, readFormats(context));
    const side = difference < 0 ? "short" : "over";
    throw wrongField("reason", `The cash is ${amount} ${currency} ${side}. Give the reason.`);
  }
  const safe = await choosePurposeAccount(context, {
    purpose: "cod_in_safe",
    currency,
    chosen: input.safe,
    field: "safe",
  });
  const owing = new Map<string, number>();
  for (const day of days) owing.set(day.account_id, (owing.get(day.account_id) ?? 0) + day.expected);
  const lines = [writeFlowLine({ account: safe.id, currency, amountMinor: counted, branch })];
  if (difference !== 0) {
    const account = await choosePurposeAccount(context, {
      purpose: "short_over",
      currency,
      chosen: undefined,
      field: "reason",
    });
    lines.push(
      writeFlowLine({ account: account.id, currency, amountMinor: -difference, driver, branch, text: reason }),
    );
  }
  for (const [account, amount] of owing) {
    lines.push(writeFlowLine({ account, currency, amountMinor: -amount, driver }));
  }
  const id = randomUUID();
  const entry = await postFlow(context, {
    kind: "hand-in",
    id,
    key: input.key,
    text: `Hand-in of ${driver}`,
    reference: null,
    lines: lines.filter(({ amountMinor }) => amountMinor !== 0),
  });
  await context.db
    .insertInto("ledger_hand_ins")
    .values({
      ...fillFlowColumns(context, { id, key: input.key, fingerprint, entry }),
      driver,
      branch,
      currency,
      safe_account_id: safe.id,
      expected_minor: expected,
      counted_minor: counted,
      denominations: JSON.stringify(denominations.filter(({ count }) => count > 0)),
      reason: difference === 0 ? null : reason,
    })
    .execute();
  await context.db
    .insertInto("ledger_hand_in_days")
    .values(
      spreadCash(days, counted).map((day) => ({
        tenant_id: context.tenantId,
        hand_in_id: id,
        account_id: day.account_id,
        day: day.day,
        expected_minor: day.expected,
        counted_minor: day.counted,
      })),
    )
    .execute();
}

type ExpectedDay = Pick<OpenDay, "account_id" | "day"> & { expected: number };

/** The open days that a hand-in is about, the oldest first; what waits for a second person is not handed in twice. */
async function findDays(context: Context, { driver, days }: Input, currency: string): Promise<ExpectedDay[]> {
  const open = (await selectOpenDays(context, driver))
    .filter((day) => day.currency === currency)
    .map((day) => ({ account_id: day.account_id, day: day.day, expected: day.open - day.pending }))
    .filter(({ expected }) => expected !== 0);
  if (days === undefined) return open;
  const missing = days.find((day) => !open.some((one) => one.day === day));
  if (missing !== undefined) throw wrongField("days", `${driver} has no open cash of ${missing}.`);
  return open.filter(({ day }) => days.includes(day));
}

/** What was counted; values and counts are whole, and so is their sum. */
function countCash(denominations: Input["denominations"]): number {
  const values = new Set(denominations.map(({ valueMinor }) => valueMinor));
  if (values.size < denominations.length) throw wrongField("denominations", "A value is counted twice.");
  const sum = denominations.reduce((total, { valueMinor, count }) => total + BigInt(valueMinor) * BigInt(count), 0n);
  if (sum > BigInt(largestAmount)) throw wrongField("denominations", "This is more than a book can hold.");
  return Number(sum);
}

/** What was counted by day: it fills the oldest first, and what is over is with the newest. */
export function spreadCash(days: readonly ExpectedDay[], counted: number): (ExpectedDay & { counted: number })[] {
  // A day of which more was handed in than the book has now takes back what is too much.
  let left = counted - days.reduce((sum, { expected }) => sum + Math.min(expected, 0), 0);
  const spread = days.map((day) => {
    const own = day.expected < 0 ? day.expected : Math.min(day.expected, left);
    if (day.expected > 0) left -= own;
    return { ...day, counted: own };
  });
  const last = spread.at(-1);
  if (last) last.counted += left;
  return spread;
}
