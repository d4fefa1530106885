import { listTenantIds } from "../modules/directory/index.ts";
import { verifyAudit } from "../platform/audit/verify-audit.ts";
import { platformTenant, systemWork } from "../platform/context.ts";
import { runCommand } from "./open-command.ts";

/** `npm run verify-audit`: checks the record of acts of every tenant and names what was changed or removed. */
await runCommand(async ({ platform, log, say }) => {
  const inTenant = systemWork(platform, "verify-audit", log);
  const tenants = [platformTenant, ...(await inTenant(platformTenant, listTenantIds))];
  let [entries, wrong] = [0, 0];
  for (const tenantId of tenants) {
    const verdict = await inTenant(tenantId, verifyAudit);
    entries += verdict.entries;
    wrong += verdict.problems.length;
    for (const problem of verdict.problems) say(`${tenantId}: ${problem}`);
  }
  say(
    `${entries} entries of ${tenants.length} records checked: ${wrong === 0 ? "all as written" : `${wrong} problems`}.`,
  );
  if (wrong > 0) process.exitCode = 1;
});
