import type { Context } from "../../../platform/context.ts";
import { markAllDays, takeTurn } from "../facts/fact-store.ts";
import { factTables } from "../facts/fact-tables.ts";
import type { Registry } from "../model/registry.ts";
import { readFigures } from "../query/metric-store.ts";
import {
  computeCells,
  findGrownTable,
  keepRollups,
  removeMarks,
  takeMarkedDays,
  takeRoom,
  weighRollups,
} from "./rollup-store.ts";
import { noteVolumes } from "./volume-store.ts";

/** In one go: little enough that its end is soon seen. While facts come in, a go begins once enough days are marked. */
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
 * Settles some marked days of the caller's tenant; tells whether there was anything to do. Who is patient leaves tables
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
  const taken = await takeMarkedDays(context, portion, quietSince);
  if (!taken) return false;
  const { fact, marked } = taken;
  const days = marked.map(({ day }) => day);
  await takeRoom(context);
  const { settings, kept } = await readFigures(context);
  for (const dataset of datasetsOf(registry, fact)) {
    const rollups = dataset.rollups.filter(({ number }) => kept.has(number));
    await computeCells(context, { dataset, rollups, days, settings });
  }
  await noteVolumes(context, fact, marked);
  await removeMarks(context, fact, marked);
  return true;
}

function datasetsOf({ datasets }: Registry, fact: string) {
  return [...datasets.values()].filter((dataset) => dataset.fact === fact && dataset.rollups.length > 0);
}

type Choice = { registry: Registry; fact: string; rows: number; days: string[]; policy: RollupPolicy };

/**
 * Keeps those rollups that are far smaller than the facts, and marks all days for new ones. In a transaction of its own,
 * in the turn that batches take: who holds marks must not wait for it.
 */
async function chooseRollups(context: Context, { registry, fact, rows, days, policy }: Choice): Promise<void> {
  const table = factTables.find((known) => known.table === fact);
  if (!table) throw new Error(`There is no table of facts ${fact}.`);
  const chosen: number[] = [];
  for (const dataset of datasetsOf(registry, fact)) {
    const weight = await weighRollups(context, dataset, days);
    for (const { number, dimensions } of dataset.rollups) {
      const cells = weight.cells.get(number) ?? 0;
      if (dimensions.length === 0 || cells * policy.rowsPerCell <= weight.rows) chosen.push(number);
    }
  }
  await takeTurn(context, fact);
  const { kept } = await readFigures(context);
  await keepRollups(context, { fact, rows, numbers: chosen });
  if (chosen.some((number) => !kept.has(number))) await markAllDays(context, table);
}
