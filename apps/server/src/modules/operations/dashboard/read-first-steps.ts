import type { getFirstSteps, RouteOutput } from "@console/contracts";
import { readBackupAge } from "../../../platform/backup/backup-store.ts";
import type { Context } from "../../../platform/context.ts";
import { countPlatformSetup } from "../../directory/index.ts";
import { countSourceStates } from "../../sources/index.ts";
import { selectFirstUse } from "../usage/usage-store.ts";

/** What is done of the first steps of an installation. */
export async function readFirstSteps(context: Context): Promise<RouteOutput<typeof getFirstSteps>> {
  const { tenants, people } = await countPlatformSetup(context);
  const states = await countSourceStates(context);
  const uses = await selectFirstUse(context);
  return {
    hasTenant: tenants > 0,
    hasPeople: people > 0,
    hasSource: Object.values(states).some((connections) => connections > 0),
    hasReportView: uses.some(({ measure }) => measure === "report_view"),
    hasBackup: (await readBackupAge(context)) !== null,
  };
}
