import { z } from "zod";
import { deleteEventsBefore } from "../../platform/events/event-store.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";

const eventDays = 7;

/** Nightly: removes events that no open page will ask for again. */
export const operationsJobs = [
  defineJob({
    name: "events.tidy",
    input: z.object({}),
    attempts: 3,
    schedule: "17 3 * * *",
    run: (context) => deleteEventsBefore(context, new Date(context.now.getTime() - eventDays * 86_400_000)),
  }),
];
