import type {
  getCodMatching as contract,
  MatchingRow,
  RouteOutput,
  listMatchingTasks as tasksContract,
} from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats, type SnapshotContext } from "../../../platform/context.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { dayIn, daysBetween, loadMetricState } from "../../metrics/index.ts";
import { requireExact } from "../statements/read-statement.ts";
import { type Cause, type MatchingDay, selectCodTasks, selectMatching } from "./matching-store.ts";

/** The cash of each driver and day by tasks, by hand-ins and at the bank. */
export async function readMatching(
  context: SnapshotContext,
  { driver, from, to, state, isUnexplained, page, limit }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const { timeZone } = (await loadMetricState(context)).settings;
  const today = dayIn(timeZone, context.now);
  const { rows, sums, total } = await selectMatching(context, {
    driver: driver ?? null,
    from: from ?? null,
    to: to ?? null,
    state: state ?? null,
    isUnexplained: isUnexplained ?? false,
    today,
    timeZone,
    page,
    limit,
  });
  const names = await findPeopleNames(
    context,
    rows.flatMap((row) => row.explained_by ?? []),
  );
  return {
    asOf: today,
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    states: sums.map((sum) => ({
      state: sum.state,
      currency: sum.currency,
      rows: sum.rows,
      unexplained: sum.unexplained,
      gapMinor: requireExact(sum.gap),
    })),
    items: rows.map((row) => presentDay(context, row, { today, names })),
  };
}

export async function listMatchingTasks(
  context: Context,
  { driver, day, currency, page, limit }: z.output<(typeof tasksContract)["input"]>,
): Promise<RouteOutput<typeof tasksContract>> {
  const { rows, total } = await selectCodTasks(context, { driver: driver ?? "", day, currency, page, limit });
  return {
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    items: rows.map((row) => ({
      delivery: `${row.source} ${row.source_key}`,
      reference: row.order_reference,
      customer: row.customer,
      dueMinor: row.cod_due_minor,
      collectedMinor: row.cod_collected_minor,
    })),
  };
}

type Looking = { today: string; names: ReadonlyMap<string, string> };

function presentDay(context: Context, row: MatchingDay, { today, names }: Looking): MatchingRow {
  const isExplained = row.explanation_id !== null && row.explained_at !== null;
  const by = row.explained_by;
  return {
    driver: row.driver === "" ? null : row.driver,
    day: row.day,
    currency: row.currency,
    tasks: row.tasks,
    dueMinor: row.due,
    collectedMinor: row.collected,
    bookedMinor: row.booked,
    handedInMinor: row.handed,
    countedMinor: row.counted,
    differenceMinor: row.counted - row.handed,
    openMinor: row.open,
    depositedMinor: row.deposited,
    bankedMinor: row.banked,
    state: row.state,
    reason: row.reason ?? sayReason(context, row),
    owner: row.owner,
    ageDays: row.state === "matched" ? 0 : Math.max(0, daysBetween(row.day, today)),
    explanation:
      isExplained && row.explanation_id !== null && row.explained_at !== null
        ? { id: row.explanation_id, at: row.explained_at.toISOString(), by: by === null ? null : (names.get(by) ?? by) }
        : null,
  };
}

const reasons: Record<Cause, (money: string) => string> = {
  unbooked: (money) => `${money} of the tasks is not in the book.`,
  unknown: (money) => `It is not known what was collected of ${money} that was due.`,
  unhanded: (money) => `${money} was not handed in.`,
  overhanded: (money) => `${money} more was handed in than the book has.`,
  short: (money) => `${money} was short at the hand-in.`,
  door_short: (money) => `${money} less was collected than was due.`,
  over: (money) => `${money} was over at the hand-in.`,
  overbooked: (money) => `${money} more is in the book than the tasks say.`,
  door_over: (money) => `${money} more was collected than was due.`,
  today: (money) => `${money} is to be handed in today.`,
  in_safe: (money) => `${money} is in the safe.`,
  deposited: (money) => `${money} was deposited and is not matched with the bank.`,
  matched: () => "Tasks, hand-ins and bank agree.",
};

function sayReason(context: Context, { cause, gap, currency, said }: MatchingDay): string {
  const reason = reasons[cause](`${formatMoney(gap, currency, readFormats(context))} ${currency}`);
  return said !== null && (cause === "short" || cause === "over") ? `${reason} ${said}` : reason;
}
