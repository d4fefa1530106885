import type { LedgerRuleTrial } from "@console/contracts";
import { trialDays } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { addDays, dayIn, loadMetricState } from "../../metrics/index.ts";
import type { AccountRow } from "../accounts/account-store.ts";
import { type DeliveryPlace, type DeliveryRow, selectDelivered } from "./delivery-store.ts";
import { judgeDelivery, type Verdict } from "./judge-delivery.ts";
import { requireRule } from "./manage-rules.ts";
import { findRuleAccounts } from "./rule-accounts.ts";
import { fingerprintRule } from "./rule-store.ts";

const piece = 2000;
const mostSampleLines = 20;
const mostReasons = 50;

/** What a rule would have posted for the deliveries of the last days; nothing is posted, only that it was tried is kept. */
export async function tryRule(context: Context, { rule: id }: { rule: string }): Promise<LedgerRuleTrial> {
  const rule = await requireRule(context, id);
  const { timeZone, currency: base } = (await loadMetricState(context)).settings;
  const to = dayIn(timeZone, context.now);
  const from = addDays(to, 1 - trialDays);
  const accounts = await findRuleAccounts(context, [rule]);
  const trial = startTrial(context, { from, to });
  let after: DeliveryPlace | null = null;
  for (;;) {
    const rows: DeliveryRow[] = await selectDelivered(context, { from, to, after, limit: piece });
    for (const row of rows) {
      addVerdict(trial, { row, accounts, verdict: judgeDelivery(rule.content, row, { accounts, base }) });
    }
    after = rows.at(-1) ?? null;
    if (rows.length < piece) break;
  }
  await context.db
    .updateTable("ledger_rules")
    .set({ tried_fingerprint: fingerprintRule(rule), tried_at: context.now })
    .where("tenant_id", "=", context.tenantId)
    .where("id", "=", rule.id)
    .execute();
  return trial;
}

function startTrial({ now }: Context, { from, to }: { from: string; to: string }): LedgerRuleTrial {
  return {
    triedAt: now.toISOString(),
    firstDay: from,
    lastDay: to,
    deliveries: 0,
    entries: 0,
    notConcerned: 0,
    problems: [],
    sums: [],
    samples: [],
  };
}

type Case = { row: DeliveryRow; verdict: Verdict; accounts: ReadonlyMap<string, AccountRow> };

function addVerdict(trial: LedgerRuleTrial, { row, verdict, accounts }: Case): void {
  trial.deliveries += 1;
  if (verdict.kind === "none") {
    trial.notConcerned += 1;
    return;
  }
  const delivery = `${row.source} ${row.source_key}`;
  if (verdict.kind === "problem") {
    addProblem(trial, verdict.reason, row.order_reference ?? row.source_key);
    return;
  }
  trial.entries += 1;
  const sum = trial.sums.find(({ currency }) => currency === row.currency);
  if (sum) {
    sum.amountMinor += verdict.amountMinor;
    sum.taxMinor += verdict.taxMinor;
  } else {
    trial.sums.push({ currency: row.currency, amountMinor: verdict.amountMinor, taxMinor: verdict.taxMinor });
  }
  const shown = trial.samples.reduce((lines, sample) => lines + sample.lines.length, 0);
  if (shown + verdict.entry.lines.length > mostSampleLines) return;
  trial.samples.push({
    delivery,
    reference: row.order_reference,
    day: row.day,
    lines: verdict.entry.lines.map((line) => {
      const account = accounts.get(line.account);
      return {
        account: account ? `${account.code} ${account.name}` : line.account,
        currency: row.currency,
        amountMinor: line.amountMinor,
        driver: line.driver,
        customer: line.customer,
      };
    }),
  });
}

function addProblem(trial: LedgerRuleTrial, said: string, example: string): void {
  const known = trial.problems.find(({ reason }) => reason === said);
  const room = known ?? (trial.problems.length >= mostReasons ? trial.problems.at(-1) : undefined);
  if (room) room.deliveries += 1;
  else trial.problems.push({ reason: said, deliveries: 1, example });
}
