import { z } from "zod";
import { clockAt } from "../../platform/clock.ts";
import { systemWork } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { sweepPostingsJob, takePostingsJob } from "./arrivals/take-postings-job.ts";
import { ruleJobs } from "./rules/follow-job.ts";
import { statementFileJob } from "./statements/document/statement-files.ts";
import { sealLedgers } from "./verification/ledger-seals.ts";

/** What the ledger does by itself: it follows deliveries, and nightly checks all books and keeps a signed seal of them. */
export function ledgerJobs(database: Database) {
  const name = "ledger.keep-seal";
  return [
    takePostingsJob,
    sweepPostingsJob,
    ...ruleJobs,
    statementFileJob(database),
    defineJob({
      name,
      input: z.object({}),
      attempts: 5,
      schedule: "13 2 * * *",
      async runLong({ inTenant, log }) {
        const { config, secrets } = await inTenant(async (context) => ({
          config: context.config,
          secrets: context.secrets,
        }));
        await sealLedgers(systemWork({ config, secrets, database, clock: clockAt(config.consoleNow) }, name, log));
      },
    }),
  ];
}
