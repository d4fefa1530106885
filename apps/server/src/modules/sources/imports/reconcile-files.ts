import type { Context } from "../../../platform/context.ts";
import { type FactTable, factTables } from "../../metrics/index.ts";
import {
  deleteEmptyReconciliations,
  type Reconciliation,
  selectAllReconciliations,
  upsertReconciliations,
} from "../connections/reconciliation-store.ts";
import { countWaiting } from "../connections/reject-store.ts";
import { findRun, type Run } from "../connections/run-store.ts";
import { type OurDay, selectDays } from "../listings/listing-store.ts";
import type { DaySums } from "./file-days.ts";

type Sum = Omit<OurDay, "day">;

const noSum: Sum = { rows: 0, amount: 0 };

/**
 * Compares the days of a load with what is stored from its connection. Theirs is what the files of the connection have
 * brought: what else is here of the day, what waits of earlier files, and what this one has and we have not.
 */
export async function compareFileDays(
  context: Context,
  { table, connection, run, sums }: { table: FactTable; connection: string; run: string; sums: DaySums },
): Promise<void> {
  await recountDays(context, connection);
  const days = Object.keys(sums).sort();
  const [from, to] = [days[0], days.at(-1)];
  if (from === undefined || to === undefined) return;
  const shown = indexDays(await selectDays(context, { table, connection, run, from, to }));
  const stored = indexDays(await selectDays(context, { table, connection, run: null, from, to }));
  const waiting = await countWaiting(context, { connection, fact: table.table, exceptRun: run });
  const compared = days.flatMap((day) => {
    const [rows, amount] = sums[day] ?? [0, 0];
    const [own, ours, earlier] = [shown.get(day) ?? noSum, stored.get(day) ?? noSum, waiting.get(day) ?? noSum];
    return toMeasures(table, day, {
      ours,
      theirs: {
        rows: ours.rows + rows - own.rows + earlier.rows,
        amount: ours.amount + amount - own.amount + earlier.amount,
      },
    });
  });
  await upsertReconciliations(context, connection, compared);
  await deleteEmptyReconciliations(context, connection);
}

/** Brings what was compared up to date after a run that was no load; one that undoes may give replaced loads back. */
export async function settleFileDays(context: Context, run: Run): Promise<void> {
  const undone = run.task.undoes === undefined ? null : await findRun(context, run.task.undoes);
  const replaced = (undone?.task.replaces ?? []).map(({ connection }) => connection);
  for (const connection of new Set([run.connection_id, ...replaced])) await recountDays(context, connection);
}

/** Compares the days of a connection's files anew: theirs is what is here, and what waits to be taken in. */
export async function recountDays(context: Context, connection: string): Promise<void> {
  const before = await selectAllReconciliations(context, connection);
  for (const table of factTables) {
    const days = before.flatMap(({ day, measure }) => (measure === table.table ? [day] : [])).sort();
    const [from, to] = [days[0], days.at(-1)];
    if (from === undefined || to === undefined) continue;
    const stored = indexDays(await selectDays(context, { table, connection, run: null, from, to }));
    const waiting = await countWaiting(context, { connection, fact: table.table, exceptRun: null });
    const compared = days.flatMap((day) => {
      const [ours, missing] = [stored.get(day) ?? noSum, waiting.get(day) ?? noSum];
      const theirs = { rows: ours.rows + missing.rows, amount: ours.amount + missing.amount };
      return toMeasures(table, day, { ours, theirs });
    });
    await upsertReconciliations(context, connection, compared);
  }
  await deleteEmptyReconciliations(context, connection);
}

/** A connection may hold several tables, so rows are measured by the name of theirs. */
function toMeasures(table: FactTable, day: string, { theirs, ours }: { theirs: Sum; ours: Sum }): Reconciliation[] {
  const { table: fact, amountField } = table;
  return [
    { day, measure: fact, theirs: theirs.rows, ours: ours.rows },
    ...(amountField ? [{ day, measure: amountField, theirs: theirs.amount, ours: ours.amount }] : []),
  ];
}

function indexDays(days: readonly OurDay[]): Map<string, OurDay> {
  return new Map(days.map((one) => [one.day, one]));
}
