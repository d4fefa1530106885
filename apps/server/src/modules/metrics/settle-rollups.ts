import type { Context } from "../../platform/context.ts";
import { readFigures } from "./metric-store.ts";
import type { Registry } from "./registry.ts";
import { computeCells, noteVolumes, removeMarks, takeMarkedDays } from "./rollup-store.ts";

/** Days in one go: few enough that whoever marks one of them again does not wait long. */
const daysAtOnce = 31;

/** Settles some marked days of the caller's tenant; tells whether there were any. */
export async function settleRollups(context: Context, registry: Registry): Promise<boolean> {
  const marked = await takeMarkedDays(context, daysAtOnce);
  if (!marked) return false;
  const { settings } = await readFigures(context);
  for (const dataset of registry.datasets.values()) {
    if (dataset.fact === marked.fact) await computeCells(context, dataset, marked.days, settings);
  }
  await noteVolumes(context, marked.fact, marked.days);
  await removeMarks(context, marked.fact, marked.days);
  return true;
}
