import type { Context } from "../../../platform/context.ts";
import { lockFacts, markAllDays } from "../facts/fact-store.ts";
import { factTables } from "../facts/fact-tables.ts";
import { registry } from "../model/registry.ts";
import { deleteAllCells, forgetRollups } from "./rollup-store.ts";
import { promiseSettling } from "./settle-job.ts";
import { settleRollups } from "./settle-rollups.ts";
import { noteAllVolumes } from "./volume-store.ts";

/** Forgets all sums of the caller's tenant and counts anew how many facts it has. */
export async function markTenant(context: Context): Promise<void> {
  for (const table of factTables) await lockFacts(context, table);
  await forgetSums(context);
  // So that which rollups pay is decided once, by all facts, and not anew as they are settled. Last, since other tenants
  // wait from here on until they can note theirs.
  for (const { table } of factTables) await noteAllVolumes(context, table);
}

/**
 * Marks every day of the caller's tenant dirty, in the turns of its tables, which the caller has taken: answers come from
 * the facts at once, and from new sums as they are settled.
 */
export async function forgetSums(context: Context): Promise<void> {
  await forgetRollups(context);
  await deleteAllCells(context);
  for (const table of factTables) await markAllDays(context, table);
  await promiseSettling(context);
}

/** Settles some of the caller's dirty days here and now; false when none was left, or none that is due. */
export function settleTenant(context: Context, isPatient = false): Promise<boolean> {
  return settleRollups(context, registry, undefined, isPatient);
}
