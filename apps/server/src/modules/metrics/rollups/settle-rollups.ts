import type { Context } from "../../../platform/context.ts";
import { markAllDays, takeTurn } from "../facts/fact-store.ts";
import { factTables } from "../facts/fact-tables.ts";
import type { Registry } from "../model/registry.ts";
import { loadMetricState } from "../query/metric-store.ts";
import {
  clearDirtyDays,
  computeCells,
  findGrownTable,
  saveActiveRollups,
  takeDirtyDays,
  takeRoom,
  weighRollups,
} from "./rollup-store.ts";
import { noteVolumes } from "./volume-store.ts";

/** In one go: little enough that its end is soon seen. While facts come in, a go begins once enough days are dirty. */
const portion = { days: 31, rows: 60_000, enoughDays: 14 };

/** When sums pay: a tenant has so many facts, and so many of them go into one cell. */
export type RollupPolicy = { fewestRows: number; rowsPerCell: number };
const productPolicy: RollupPolicy = { fewestRows: 20_000, rowsPerCell: 2 };

/** How soon after a batch its sums are looked at. */
export const settleAfterMs = 1000;

/**
 * How long no batch may have begun until a table has come to rest, so that a burst is settled in one go. A large batch
 * takes a second by itself: a shorter while could break into a burst of them.
 */
const restMs = 3000;

/**
 * Settles some dirty days of the caller's tenant; tells whether there was anything to do. Who is patient leaves tables
 * alone that facts are coming into: their answers are exact all the same.
 */
export async function settleRollups(
  context: Context,
  registry: Registry,
  policy: RollupPolicy = productPolicy,
  isPatient = false,
): Promise<boolean> {
  const grown = await findGrownTable(context, policy.fewestRows);
  if (grown) {
    await chooseRollups(context, { ...grown, registry, policy });
    return true;
  }
  const quietSince = isPatient ? new Date(context.now.getTime() - restMs) : null;
  const portionToSettle = await takeDirtyDays(context, portion, quietSince);
  if (!portionToSettle) return false;
  const { fact, dirtyDays } = portionToSettle;
  const days = dirtyDays.map(({ day }) => day);
  await takeRoom(context);
  const { settings, activeRollups } = await loadMetricState(context);
  for (const dataset of datasetsWithRollups(registry, fact)) {
    const rollups = dataset.rollups.filter(({ number }) => activeRollups.has(number));
    await computeCells(context, { dataset, rollups, days, settings });
  }
  await noteVolumes(context, fact, dirtyDays);
  await clearDirtyDays(context, fact, dirtyDays);
  return true;
}

function datasetsWithRollups({ datasets }: Registry, fact: string) {
  return [...datasets.values()].filter((dataset) => dataset.fact === fact && dataset.rollups.length > 0);
}

type Choice = { registry: Registry; fact: string; rows: number; days: string[]; policy: RollupPolicy };

/**
 * Activates those rollups that are far smaller than the facts, and marks all days dirty for new ones. In a transaction of its own,
 * in the turn that batches take: who holds dirty days must not wait for it.
 */
async function chooseRollups(context: Context, { registry, fact, rows, days, policy }: Choice): Promise<void> {
  const table = factTables.find((candidate) => candidate.table === fact);
  if (!table) throw new Error(`There is no table of facts ${fact}.`);
  const rollupIds: number[] = [];
  for (const dataset of datasetsWithRollups(registry, fact)) {
    const weight = await weighRollups(context, dataset, days);
    for (const { number, dimensions } of dataset.rollups) {
      const cells = weight.cells.get(number) ?? 0;
      if (dimensions.length === 0 || cells * policy.rowsPerCell <= weight.rows) rollupIds.push(number);
    }
  }
  await takeTurn(context, fact);
  const { activeRollups } = await loadMetricState(context);
  await saveActiveRollups(context, { fact, rows, numbers: rollupIds });
  if (rollupIds.some((number) => !activeRollups.has(number))) await markAllDays(context, table);
}
