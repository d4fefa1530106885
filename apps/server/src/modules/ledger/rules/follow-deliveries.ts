import { followedDays } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { LongWork } from "../../../platform/jobs/define-job.ts";
import { addDays, dayIn, deliveryFacts, loadMetricState } from "../../metrics/index.ts";
import { lockBook } from "../book/book-lock.ts";
import { type KeptEntry, keepEntries } from "../book/keep-entries.ts";
import { type DeliveryPlace, type DeliveryRow, selectDeliveries, selectGone } from "./delivery-store.ts";
import { findVersion, judgeDelivery } from "./judge-delivery.ts";
import { findRuleAccounts } from "./rule-accounts.ts";
import {
  findFollowedTo,
  noteFollowed,
  type RuleProblemRow,
  type RuleRow,
  selectRulesOn,
  storeProblems,
} from "./rule-store.ts";

/** What is booked in one transaction, which other entries of the tenant wait for. */
const piece = 100;

/** Rows are stamped when their transaction begins: one that took long comes to light after it. */
const overlapMs = 60 * 60_000;

const ruleSource = "rule";

type Work = Pick<LongWork, "inTenant" | "signal">;
type Span = { changedSince: Date | null; from: string };

/**
 * Has the book say of deliveries what the rules that are on say of them: those that came in since the last time, or all
 * of the followed days. It may run twice, at once or again: each delivery and rule has one entry.
 */
export async function followDeliveries(
  { inTenant, signal }: Work,
  { isWhole, overlap = overlapMs }: { isWhole: boolean; overlap?: number },
): Promise<void> {
  const start = await inTenant((context) => findSpan(context, isWhole, overlap));
  if (start === null) return;
  let after: DeliveryPlace | null = null;
  do {
    if (signal.aborted) return;
    const from: DeliveryPlace | null = after;
    after = await inTenant((context) => followPiece(context, start.span, from), signal);
  } while (after !== null);
  let hasMore = true;
  while (hasMore) {
    if (signal.aborted) return;
    hasMore = await inTenant((context) => reverseGone(context), signal);
  }
  await inTenant((context) => noteFollowed(context, start.now));
}

async function findSpan(
  context: Context,
  isWhole: boolean,
  overlap: number,
): Promise<{ now: Date; span: Span } | null> {
  const rules = await selectRulesOn(context);
  if (rules.length === 0) return null;
  const followedTo = await findFollowedTo(context);
  const { timeZone } = (await loadMetricState(context)).settings;
  const oldest = addDays(dayIn(timeZone, context.now), -followedDays);
  const firstDays = rules.flatMap(({ since, earlier }) => [since, ...earlier.map((version) => version.since)]);
  const [first = oldest] = [...firstDays].sort();
  const [, from = oldest] = [first, oldest].sort();
  const changedSince = isWhole || followedTo === null ? null : new Date(followedTo.getTime() - overlap);
  return { now: context.now, span: { changedSince, from } };
}

/** Books some deliveries, and says where to go on; null where none is left. */
async function followPiece(context: Context, span: Span, after: DeliveryPlace | null): Promise<DeliveryPlace | null> {
  // The turn of the book first: what is read then is no older than what another run has booked.
  await lockBook(context);
  const rows = await selectDeliveries(context, { ...span, after, limit: piece });
  const rules = await selectRulesOn(context);
  if (rules.length > 0) await bookDeliveries(context, rows, rules);
  return rows.length < piece ? null : (rows.at(-1) ?? null);
}

type Judged = { rule: RuleRow; row: DeliveryRow; kept: KeptEntry };

async function bookDeliveries(
  context: Context,
  rows: readonly DeliveryRow[],
  rules: readonly RuleRow[],
): Promise<void> {
  const bench = {
    accounts: await findRuleAccounts(context, rules),
    base: (await loadMetricState(context)).settings.currency,
  };
  const problems: RuleProblemRow[] = [];
  const judged: Judged[] = [];
  for (const rule of rules) {
    for (const row of rows) {
      const version = findVersion(rule, row.day);
      const verdict = version === null ? ({ kind: "none" } as const) : judgeDelivery(version, row, bench);
      if (verdict.kind === "problem") {
        problems.push(describeProblem(rule, row, verdict.reason));
        continue;
      }
      const kept = {
        key: nameKept(rule, row),
        entry: verdict.kind === "entry" ? verdict.entry : null,
        origin: { source: ruleSource, cause: { kind: "delivery", id: `${row.source} ${row.source_key}` } },
        why: row.is_delivered ? "The delivery or its rule has changed" : "The delivery is not delivered any more",
      };
      judged.push({ rule, row, kept });
    }
  }
  const outcomes = await keepEntries(
    context,
    judged.map(({ kept }) => kept),
  );
  for (const { rule, row, kept } of judged) {
    const outcome = outcomes.get(kept.key);
    if (outcome && "problem" in outcome) problems.push(describeProblem(rule, row, outcome.problem));
  }
  const pairs = rules.flatMap((rule) =>
    rows.map(({ source, source_key }) => ({ rule_id: rule.id, source, source_key })),
  );
  await storeProblems(context, pairs, problems);
}

/** Takes back what stands for deliveries that are no more; true where there may be others. */
async function reverseGone(context: Context): Promise<boolean> {
  await lockBook(context);
  let hasMore = false;
  for (const rule of await selectRulesOn(context)) {
    const gone = await selectGone(context, { rule: rule.id, limit: piece });
    const things = gone.map((key) => ({
      key,
      entry: null,
      origin: { source: ruleSource, cause: null },
      why: "The delivery is no more",
    }));
    const outcomes = await keepEntries(context, things);
    const problems = gone.flatMap((key) => {
      const outcome = outcomes.get(key);
      return outcome && "problem" in outcome ? [{ ...readKept(key), reason: outcome.problem }] : [];
    });
    await storeProblems(context, gone.map(readKept), problems);
    // What cannot be taken back would be found again and again.
    if (gone.length === piece && problems.length === 0) hasMore = true;
  }
  await removeIdleProblems(context);
  return hasMore;
}

/** A delivery that is no more, and for which nothing stands, is no problem. */
async function removeIdleProblems({ db, tenantId }: Context): Promise<void> {
  await sql`delete from ledger_rule_problems p where p.tenant_id = ${tenantId}
    and not exists (select from ${deliveryFacts(tenantId)} d where d.source = p.source and d.source_key = p.source_key)
    and not exists (select from ledger_kept_entries k where k.tenant_id = p.tenant_id and k.entry_id is not null
      and k.key = 'rule ' || p.rule_id || ' ' || p.source || ' ' || p.source_key)`.execute(db);
}

const nameKept = (rule: Pick<RuleRow, "id">, { source, source_key: key }: DeliveryPlace) =>
  `rule ${rule.id} ${source} ${key}`;

function readKept(key: string): { rule_id: string; source: string; source_key: string } {
  const [, rule = "", source = "", ...rest] = key.split(" ");
  return { rule_id: rule, source, source_key: rest.join(" ") };
}

function describeProblem(rule: RuleRow, { source, source_key }: DeliveryRow, reason: string): RuleProblemRow {
  return { rule_id: rule.id, source, source_key, reason };
}
