import type { Context } from "../../../platform/context.ts";
import type { FactTable } from "../../metrics/index.ts";
import { replaceReconciliations } from "../connections/reconciliation-store.ts";
import { clampToSafeInteger, type Listing, lastDay } from "./listing.ts";
import { selectDays } from "./listing-store.ts";

/** Keeps what a source gave for each day beside what we have of the connection, or of those rows that a run has shown. */
export async function compareDays(
  context: Context,
  {
    table,
    connection,
    run,
    listing,
  }: { table: FactTable; connection: string; run: string | null; listing: Pick<Listing, "since" | "sums"> },
): Promise<void> {
  if (table.dayFields.length === 0) return;
  const to = lastDay(listing);
  const ours = await selectDays(context, { table, connection, run, from: listing.since, to });
  const ourDays = new Map(ours.map((one) => [one.day, one]));
  const days = [...new Set([...Object.keys(listing.sums), ...ourDays.keys()])].sort();
  const { amountField } = table;
  const compared = days.flatMap((day) => {
    const [rows, amount] = listing.sums[day] ?? [0, 0];
    const own = ourDays.get(day) ?? { rows: 0, amount: 0 };
    return [
      { day, measure: "rows", theirs: rows, ours: own.rows },
      ...(amountField ? [{ day, measure: amountField, theirs: amount, ours: clampToSafeInteger(own.amount) }] : []),
    ];
  });
  await replaceReconciliations(context, connection, compared);
}
