import { listTenantIds } from "../modules/directory/index.ts";
import { markTenant, settleTenant } from "../modules/metrics/index.ts";
import { platformTenant, systemWork } from "../platform/context.ts";
import { StartupProblem } from "../platform/startup-problem.ts";
import { runCommand } from "./open-command.ts";

/** `npm run rebuild [-- --tenant <id>]`: computes the sums of all tenants, or of one, anew from the facts. */
await runCommand(async ({ platform, log, say }) => {
  const inTenant = systemWork(platform, "rebuild", log);
  const tenantIds = await inTenant(platformTenant, listTenantIds);
  const place = process.argv.indexOf("--tenant");
  const chosenIds = place < 0 ? tenantIds : tenantIds.filter((id) => id === process.argv[place + 1]);
  if (chosenIds.length === 0)
    throw new StartupProblem("There is no such tenant. Use npm run rebuild -- --tenant <id>.");
  for (const [done, tenantId] of chosenIds.entries()) {
    await inTenant(tenantId, markTenant);
    while (await inTenant(tenantId, (context) => settleTenant(context)));
    say(`${tenantId}: settled (${done + 1} of ${chosenIds.length})`);
  }
});
