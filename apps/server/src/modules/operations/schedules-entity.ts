import { sql } from "kysely";
import type { Entity } from "../../platform/entities/entity.ts";
import { enqueue } from "../../platform/jobs/define-job.ts";
import { scheduleRelation } from "../../platform/jobs/job-store.ts";
import { describeSchedule, findNextRun } from "../../platform/jobs/next-run.ts";
import { peopleRelation } from "../directory/index.ts";

/** The jobs that start by the clock, with the last time and the next. */
export const schedulesEntity: Entity = {
  name: "schedules",
  one: "Scheduled job",
  many: "Scheduled jobs",
  table: null,
  id: "name",
  people: peopleRelation,
  title: "name",
  from: sql`${scheduleRelation} as r`,
  permissions: { read: "jobs.read", manage: "jobs.manage" },
  canCreate: false,
  canChange: false,
  fields: {
    name: { label: "Job", type: "text", edit: "never", shown: "list", isSearched: true },
    schedule: {
      label: "Schedule",
      type: "text",
      edit: "never",
      shown: "list",
      present: (stored) => describeSchedule(String(stored)),
    },
    lastAt: { label: "Last time", type: "instant", edit: "never", shown: "list" },
    nextAt: {
      label: "Next time",
      type: "instant",
      column: sql`jsonb_build_object('schedule', r.schedule, 'now', now())`,
      edit: "never",
      shown: "list",
      present: (stored) => {
        const { schedule, now } = stored as { schedule: string; now: string };
        return findNextRun(schedule, new Date(now))?.toISOString() ?? null;
      },
    },
    attempts: { label: "Most attempts", type: "count", edit: "never", shown: "detail", isNeverEmpty: true },
  },
  acts: {
    run: {
      label: "Run now",
      done: "It runs now. See it under Jobs.",
      isMain: true,
      run: async (context, { name, attempts }) => {
        const job = { name: String(name), attempts: Number(attempts) };
        // Asked for twice, it waits once.
        await enqueue(context, job, {}, { key: `run:${job.name}` });
        return undefined;
      },
    },
  },
};
