import type { Context } from "../../../platform/context.ts";
import { lockFacts, markAllDays, moveToZone } from "../facts/fact-store.ts";
import { factTables } from "../facts/fact-tables.ts";
import { registry } from "../model/registry.ts";
import { loadMetricState } from "../query/metric-store.ts";
import { deleteAllCells, forgetRollups } from "./rollup-store.ts";
import { promiseSettling } from "./settle-job.ts";
import { settleRollups } from "./settle-rollups.ts";
import { noteAllVolumes } from "./volume-store.ts";

/**
 * Forgets all sums of the caller's tenant and marks every day dirty: answers come from the facts at once, and from new sums
 * as they are settled. Rows from before a change of the time zone move into the new one.
 */
export async function markTenant(context: Context): Promise<void> {
  const { settings } = await loadMetricState(context);
  for (const table of factTables) await lockFacts(context, table);
  await forgetRollups(context);
  await deleteAllCells(context);
  for (const table of factTables) {
    await moveToZone(context, table, settings.timeZone);
    await markAllDays(context, table);
  }
  // So that which rollups pay is decided once, by all facts, and not anew as they are settled. Last, since other tenants
  // wait from here on until they can note theirs.
  for (const { table } of factTables) await noteAllVolumes(context, table);
  await promiseSettling(context);
}

/** Settles some of the caller's dirty days here and now; false when none was left, or none that is due. */
export function settleTenant(context: Context, isPatient = false): Promise<boolean> {
  return settleRollups(context, registry, undefined, isPatient);
}
