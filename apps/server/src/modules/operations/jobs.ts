import { z } from "zod";
import { deleteEventsBefore } from "../../platform/events/event-store.ts";
import { defineJob, enqueue, type Job } from "../../platform/jobs/define-job.ts";
import { deleteMailsBefore } from "../../platform/mail/outbox-store.ts";
import { type Tidying, tidy } from "../../platform/retention/tidying.ts";
import { listTenantIds } from "../directory/index.ts";

const own: readonly Tidying[] = [
  { days: "events", isOfTenants: true, remove: deleteEventsBefore },
  { days: "mails", isOfTenants: false, remove: deleteMailsBefore },
];

const nothing = z.object({});

/** Nightly: removes what the settings say is kept no longer, tenant by tenant. */
export function operationsJobs(others: readonly Tidying[]): Job[] {
  const all = [...own, ...others];
  const ofTenants = all.filter(({ isOfTenants }) => isOfTenants);
  const tenantJob = defineJob({
    ...{ name: "retention.tidy-tenant", input: nothing, attempts: 3 },
    run: (context) => tidy(context, ofTenants),
  });
  const nightlyJob = defineJob({
    ...{ name: "retention.tidy", input: nothing, attempts: 3, schedule: "17 3 * * *" },
    async run(context) {
      await tidy(context, all);
      for (const tenantId of await listTenantIds(context))
        await enqueue({ ...context, tenantId }, tenantJob, {}, { key: `${tenantJob.name}:${tenantId}` });
    },
  });
  return [nightlyJob, tenantJob] as Job[];
}
