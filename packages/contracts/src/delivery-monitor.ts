import { z } from "zod";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";
import { connectionPath, managed, ofConnection } from "./source-routes.ts";

/** The provider's codes of a task's status, with what people call them. */
export const taskStatuses = [
  { code: 6, label: "Unassigned", group: "Open" },
  { code: 0, label: "Assigned", group: "Open" },
  { code: 7, label: "Accepted", group: "Open" },
  { code: 1, label: "Started", group: "On the way" },
  { code: 4, label: "In progress", group: "At stop" },
  { code: 2, label: "Successful", group: "Done" },
  { code: 3, label: "Failed", group: "Failed" },
  { code: 8, label: "Declined", group: "Not done" },
  { code: 9, label: "Cancelled", group: "Not done" },
  { code: 10, label: "Deleted", group: "Hidden" },
] as const;

const boardStatus = z.object({
  code: z.number(),
  label: z.string(),
  group: z.string(),
  count: z.number(),
  /** Minutes since the oldest of them got this status; null where nobody waits. */
  oldestMinutes: z.number().nullable(),
  /** How many have waited longer than they should. */
  overdue: z.number(),
});

const boardAgent = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(["available", "busy", "offline"]),
  team: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  locatedAt: instant.nullable(),
  /** Its place is too old to be believed. */
  isStale: z.boolean(),
  battery: z.number().nullable(),
  pendingTasks: z.number().nullable(),
});
export type BoardAgent = z.output<typeof boardAgent>;

const filters = {
  team: z.string().max(64).optional(),
  agent: z.string().max(64).optional(),
  type: z.coerce.number().int().min(0).max(3).optional(),
};

export const getTaskBoard = route({
  method: "GET",
  path: `${connectionPath}/board`,
  ...managed,
  summary: "The tasks of the last days by status with how long they have waited, and where the agents are.",
  input: z.strictObject({ ...ofConnection, ...filters }),
  output: z.object({
    asOf: instant.nullable(),
    statuses: z.array(boardStatus),
    agents: z.array(boardAgent),
    teams: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const listBoardTasks = route({
  method: "GET",
  path: `${connectionPath}/tasks`,
  ...managed,
  summary: "The tasks of one status, those that have waited longest first.",
  input: z.strictObject({ ...ofConnection, ...filters, status: z.coerce.number().int().min(0).max(10), ...pageInput }),
  output: pageSchema(
    z.object({
      jobId: z.string(),
      type: z.string(),
      agent: z.string().nullable(),
      team: z.string().nullable(),
      dueAt: instant.nullable(),
      since: instant,
    }),
  ),
});
