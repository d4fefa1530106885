import { z } from "zod";
import { type Context, platformTenant } from "../../platform/context.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { defineJob, enqueue, type Job } from "../../platform/jobs/define-job.ts";

/** Who is to look again: some tenants, or with null everyone. */
type Readers = { tenants: readonly string[] | null };
type Shown = Readers & { id: string; startsAt: Date; endsAt: Date | null };

const publish = { name: "announcements.publish", attempts: 5 };
const publishInTenant = { name: "announcements.publish-in-tenant", attempts: 5 };
const nothing = z.object({});

/** Lets open pages look again: now, when an announcement begins, and when it ends. */
export async function planPublishing(context: Context, { id, tenants, startsAt, endsAt }: Shown): Promise<void> {
  const moments = [context.now, startsAt, endsAt].filter((at) => at !== null && at >= context.now) as Date[];
  for (const runAt of moments) {
    const key = `${publish.name}:${id}:${runAt.toISOString()}`;
    await enqueue(context, publish, { tenants }, { key, runAt });
  }
}

/** The jobs that tell open pages of announcements. The directory sends notices itself, so that `main` hands in who there is. */
export function announcementJobs(listTenantIds: (context: Context) => Promise<string[]>): Job[] {
  return [
    defineJob({
      ...publish,
      input: z.object({ tenants: z.array(z.string()).nullable() }),
      async run(context, { tenants }) {
        const ids = tenants ?? [platformTenant, ...(await listTenantIds(context))];
        // Each stands behind a wall of its own.
        for (const tenantId of ids) await enqueue({ ...context, tenantId }, publishInTenant, {});
      },
    }),
    defineJob({
      ...publishInTenant,
      input: nothing,
      run: (context) => publishEvent(context, { type: "announcements.changed", data: {} }),
    }),
  ] as Job[];
}
