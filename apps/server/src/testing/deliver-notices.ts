import { notices } from "../main/all-notices.ts";
import { noticesJobs } from "../modules/notices/index.ts";
import { systemCaller } from "../platform/context.ts";
import type { JobEnvelope } from "../platform/jobs/define-job.ts";
import type { TestApp } from "./test-app.ts";

/** Does at once what the queue holds of notices and is due, so that a test sees what became of them. */
export async function deliverNotices(testApp: TestApp): Promise<void> {
  const jobs = new Map(noticesJobs(notices).map((job) => [job.name, job]));
  for (;;) {
    const { rows } = await testApp.pool.query<{ name: string; payload: JobEnvelope }>(
      `with due as (
        delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier like 'notices.%' and j.run_at <= now()
        returning j.id, t.identifier as name, j.payload
      ) select name, payload from due order by id`,
    );
    if (rows.length === 0) return;
    for (const { name, payload } of rows) {
      const job = jobs.get(name);
      const input = job?.input.parse(payload.input);
      await testApp.as(systemCaller(name, payload.tenantId), async (context) => job?.run?.(context, input));
    }
  }
}
