import { z } from "zod";
import { keepDigest } from "../../platform/audit/prove-audit.ts";
import { clockAt } from "../../platform/clock.ts";
import { systemWork } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { deleteEventsBefore } from "../../platform/events/event-store.ts";
import { deleteHealthBefore } from "../../platform/health/check-store.ts";
import { defineJob, enqueue, type Job } from "../../platform/jobs/define-job.ts";
import { deleteMailsBefore } from "../../platform/mail/outbox-store.ts";
import { applyRetention, type RetentionRule } from "../../platform/retention/retention-rule.ts";
import { listTenantIds } from "../directory/index.ts";
import { deleteMarksBefore } from "./attention/mark-store.ts";
import { tellAuditProblems } from "./audit-notices.ts";
import { deleteIncidentsBefore } from "./incidents/incident-store.ts";
import { usageRetentionRule } from "./usage/usage-store.ts";

const own: readonly RetentionRule[] = [
  { days: "events", hasTenantRows: true, remove: deleteEventsBefore },
  { days: "mails", hasTenantRows: false, remove: deleteMailsBefore },
  { days: "health", hasTenantRows: false, remove: deleteHealthBefore },
  { days: "incidents", hasTenantRows: false, remove: deleteIncidentsBefore },
  { days: "health", hasTenantRows: false, remove: deleteMarksBefore },
  usageRetentionRule,
];

const nothing = z.object({});

/** Nightly: removes what the settings say is kept no longer, tenant by tenant. */
export function operationsJobs(others: readonly RetentionRule[], database: Database): Job[] {
  const all = [...own, ...others];
  const ofTenants = all.filter(({ hasTenantRows: isOfTenants }) => isOfTenants);
  const tenantJob = defineJob({
    // Queues of existing installations hold jobs of these names.
    name: "retention.tidy-tenant",
    input: nothing,
    attempts: 3,
    run: (context) => applyRetention(context, ofTenants),
  });
  const nightlyJob = defineJob({
    name: "retention.tidy",
    input: nothing,
    attempts: 3,
    schedule: "17 3 * * *",
    async run(context) {
      await applyRetention(context, all);
      for (const tenantId of await listTenantIds(context))
        await enqueue({ ...context, tenantId }, tenantJob, {}, { key: `${tenantJob.name}:${tenantId}` });
    },
  });
  return [nightlyJob, tenantJob, digestJob(database)] as Job[];
}

/** Nightly: checks the audit log and keeps a signed digest of it. */
function digestJob(database: Database) {
  const name = "audit.keep-digest";
  return defineJob({
    name,
    input: nothing,
    attempts: 5,
    schedule: "7 2 * * *",
    async runLong({ inTenant, log }) {
      const { config, secrets } = await inTenant(async (context) => ({
        config: context.config,
        secrets: context.secrets,
      }));
      const inEachTenant = systemWork({ config, secrets, database, clock: clockAt(config.consoleNow) }, name, log);
      await keepDigest(inEachTenant, tellAuditProblems);
    },
  });
}
