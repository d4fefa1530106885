import { z } from "zod";
import { exportJob } from "./exports.ts";
import { type LogLevel, type LogPart, logLevels, logParts } from "./log-parts.ts";
import { instant, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

const named = z.object({ id: z.string(), name: z.string() });

export const logLine = z.object({
  id: z.string().meta({ description: "Where the line is: it stays the same as long as the line is kept." }),
  at: instant,
  level: z.enum(logLevels),
  part: z.enum(Object.keys(logParts) as [LogPart, ...LogPart[]]),
  tenant: named.nullable(),
  person: named.nullable(),
  requestId: z.string().nullable(),
  route: z.string().nullable().meta({ description: "The template of the route that was called, or the job." }),
  message: z.string(),
  /** Null for those who may not see them. */
  details: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable().meta({ description: "The same for errors that are alike." }),
});
export type LogLine = z.output<typeof logLine>;

const query = z.string().max(2000).default("");
const range = { since: instant.optional(), until: instant.optional() };
const linePlace = z.string().max(200);

export const listLogLines = route({
  method: "GET",
  path: "/api/logs",
  permission: "logs.read",
  summary:
    'The log lines that a search such as `level:error tenant:acme "timed out" -part:mail` finds, newest first. ' +
    "Entries of the audit log of the platform are among them.",
  input: z.strictObject({
    query,
    ...range,
    cursor: linePlace.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  output: pageSchema(logLine),
  topics: ["logs"],
});

export const tailLogLines = route({
  method: "GET",
  path: "/api/logs/tail",
  permission: "logs.read",
  summary:
    "The newest lines that a search finds since an instant, oldest first. Lines may come late: ask from a few seconds before.",
  input: z.strictObject({ query, since: instant }),
  output: z.object({
    items: z.array(logLine),
    isCut: z.boolean().meta({ description: "There are more; the newest are given." }),
  }),
  topics: [],
  isQuiet: true,
});

export const countLogLines = route({
  method: "GET",
  path: "/api/logs/histogram",
  permission: "logs.read",
  summary: "How many lines a search finds, by equal pieces of time.",
  input: z.strictObject({ query, since: instant, until: instant }),
  output: z.object({
    stepSeconds: z.number().int(),
    bars: z.array(
      z.object({ at: instant, lines: z.number().int(), warnings: z.number().int(), errors: z.number().int() }),
    ),
    countedSince: instant
      .nullable()
      .meta({ description: "Lines before this instant are not counted: there are too many. Null when all are." }),
  }),
  topics: ["logs"],
  isQuiet: true,
});

export const getLogContext = route({
  method: "GET",
  path: "/api/logs/lines/{line}",
  permission: "logs.read",
  summary: "A line with the lines just before and after it, whatever a search finds, oldest first.",
  input: z.strictObject({ line: linePlace }),
  output: z.object({ line: logLine, items: z.array(logLine) }),
  topics: ["logs"],
  failures: ["not_found"],
});

export const listRequestLines = route({
  method: "GET",
  path: "/api/logs/requests/{request}",
  permission: "logs.read",
  summary: "All lines of one request, oldest first: of the browser, the API, its jobs, mails and syncs.",
  input: z.strictObject({ request: z.string().max(64) }),
  output: z.object({ items: z.array(logLine), isCut: z.boolean() }),
  topics: ["logs"],
});

const logGroup = z.object({
  error: z.string(),
  part: z.enum(Object.keys(logParts) as [LogPart, ...LogPart[]]),
  level: z.enum(logLevels),
  message: z.string(),
  lines: z.number().int(),
  firstAt: instant,
  lastAt: instant,
  tenants: z.number().int(),
  people: z.number().int(),
  isNew: z.boolean().meta({ description: "The version that runs now met it first." }),
  assignedTo: named.nullable(),
  mutedAt: instant.nullable(),
  hasReturned: z.boolean().meta({ description: "It came again after it was muted." }),
});
export type LogGroup = z.output<typeof logGroup>;

export const listLogGroups = route({
  method: "GET",
  path: "/api/logs/errors",
  permission: "logs.read",
  summary: "Errors and warnings, grouped by what they have in common, the newest first.",
  input: z.strictObject({
    state: z.enum(["open", "muted"]).default("open"),
    cursor: linePlace.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  output: pageSchema(logGroup),
  topics: ["logs"],
});

export const updateLogGroup = route({
  method: "PATCH",
  path: "/api/logs/errors/{error}",
  permission: "logs.read",
  summary: "Assigns a group of errors to a platform admin, or mutes it until it returns.",
  input: z.strictObject({
    error: z.string().max(64),
    assignedTo: z.string().max(128).nullable().optional(),
    isMuted: z.boolean().optional(),
  }),
  output: z.object({}),
  topics: ["logs"],
  failures: ["not_found"],
});

const logAlert = z.strictObject({
  /** It begins when more lines than this come within the minutes. */
  lines: z.number().int().min(0).max(10_000),
  minutes: z.number().int().min(1).max(60),
  mutedUntil: instant.nullable(),
});
export type LogAlert = z.output<typeof logAlert>;

const savedSearch = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  /** `since`: when it began to find too many lines; null while it does not. */
  alert: logAlert.extend({ since: instant.nullable() }).nullable(),
});
export type SavedLogSearch = z.output<typeof savedSearch>;

export const listLogSearches = route({
  method: "GET",
  path: "/api/logs/searches",
  permission: "logs.read",
  summary: "The searches that one has saved, by name.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(savedSearch) }),
  topics: ["log-searches"],
});

export const saveLogSearch = route({
  method: "POST",
  path: "/api/logs/searches",
  permission: "logs.read",
  summary: "Saves a search under a name; one of the same name is replaced.",
  input: z.strictObject({ name: z.string().trim().min(1).max(80), query: z.string().min(1).max(2000) }),
  output: savedSearch,
  topics: ["log-searches"],
  status: 201,
});

export const deleteLogSearch = route({
  method: "DELETE",
  path: "/api/logs/searches/{id}",
  permission: "logs.read",
  summary: "Deletes a saved search.",
  input: z.strictObject({ id: z.string().max(64) }),
  output: z.object({}),
  topics: ["log-searches"],
  failures: ["not_found"],
});

export const setLogAlert = route({
  method: "PUT",
  path: "/api/logs/searches/{id}/alert",
  permission: "logs.read",
  summary: "Notifies one when a saved search finds more lines than a number within some minutes; null ends that.",
  input: z.strictObject({ id: z.string().max(64), alert: logAlert.nullable() }),
  output: z.object({}),
  topics: ["log-searches"],
  failures: ["not_found"],
});

export const startLogExport = route({
  method: "POST",
  path: "/api/logs/exports",
  permission: "logs.read",
  summary: "Makes a file of all lines that a search finds, newest first, in the background.",
  input: z.strictObject({ query, since: instant, until: instant, format: z.enum(["csv", "ndjson"]) }),
  output: exportJob,
  topics: ["exports"],
  status: 202,
  limit: { calls: 60, perSeconds: 3600 },
});

/** The gravest levels, which are counted apart. */
export const errorLevels: readonly LogLevel[] = ["error", "fatal"];
