import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { listTenantIds } from "../../directory/index.ts";
import { followDeliveries } from "./follow-deliveries.ts";

const input = z.object({ isWhole: z.boolean().default(false) });

/** Books deliveries of a tenant by its rules. */
const followJob = defineJob({
  name: "ledger.follow-deliveries",
  input,
  attempts: 10,
  async runLong(work, { isWhole }) {
    await followDeliveries(work, { isWhole });
  },
});

/** Promises to follow deliveries of the caller's tenant, where a rule is on; asked for again while it waits, it is once. */
export async function promiseFollowing(context: Context, { isWhole = false } = {}): Promise<void> {
  const { tenantId } = context;
  const { rows } = await sql`select from ledger_rules where tenant_id = ${tenantId} and is_on limit 1`.execute(
    context.db,
  );
  if (rows.length === 0) return;
  const key = `ledger.follow${isWhole ? "-all" : ""}:${tenantId}`;
  await enqueue<typeof input>(context, followJob, { isWhole }, { key });
}

function sweep(name: string, schedule: string, isWhole: boolean) {
  return defineJob({
    name,
    input: z.object({}),
    attempts: 3,
    schedule,
    async runLong({ inTenant }) {
      const tenants = await inTenant((context) => listTenantIds(context));
      for (const tenantId of tenants) {
        await inTenant((context) =>
          enqueue<typeof input>(
            { ...context, tenantId },
            followJob,
            { isWhole },
            {
              key: `ledger.follow${isWhole ? "-all" : ""}:${tenantId}`,
            },
          ),
        );
      }
    },
  });
}

/** Nothing is forgotten, whatever became of the job that should follow it. */
export const ruleJobs = [
  followJob,
  sweep("ledger.sweep-deliveries", "*/15 * * * *", false),
  sweep("ledger.sweep-all-deliveries", "37 1 * * *", true),
];
