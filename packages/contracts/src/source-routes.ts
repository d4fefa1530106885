import { z } from "zod";
import { day, firstDayAfter } from "./metrics.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";
import {
  connectionDetail,
  connectionKinds,
  connectionStates,
  connectionSummary,
  ownConnection,
  sourceNames,
  sourceRun,
} from "./sources.ts";

const source = z.enum(sourceNames);
const name = z.string().trim().min(1).max(120);
const id = z.string().min(1).max(64);
/** Which tenant a call works in. */
export const ofTenant = { tenantId: z.string().min(1).max(128) };
/** Which connection of which tenant a call is about. */
export const ofConnection = { ...ofTenant, connection: id };
const base = "/api/tenants/{tenantId}/connections" as const;
/** The address of one connection. */
export const connectionPath = `${base}/{connection}` as const;
/** What platform admins do in a tenant's name. */
export const managed = { permission: "sources.manage", topics: ["sources"], actsIn: "tenantId" } as const;

export const listConnections = route({
  method: "GET",
  path: "/api/sources/connections",
  permission: "sources.manage",
  summary: "The connections of all tenants with their states, those that need someone first.",
  input: z.strictObject({
    source: source.optional(),
    tenant: z.string().max(128).optional(),
    state: z.enum(connectionStates).optional(),
    search: z.string().trim().max(200).optional(),
    ...pageInput,
  }),
  output: pageSchema(connectionSummary),
  topics: ["sources"],
});

export const listOwnConnections = route({
  method: "GET",
  path: "/api/sources",
  permission: "sources.read",
  summary: "The states of the caller's own connections, to be read only.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(connectionSummary) }),
  topics: ["sources"],
  isOpenToPlatform: true,
});

export const getOwnConnection = route({
  method: "GET",
  path: "/api/sources/{connection}",
  permission: "sources.read",
  summary: "One of the caller's own connections with its last runs, to be read only: nothing of its settings.",
  input: z.strictObject({ connection: id }),
  output: ownConnection,
  topics: ["sources"],
  isOpenToPlatform: true,
});

export const createConnection = route({
  method: "POST",
  path: base,
  ...managed,
  status: 201,
  summary: "Makes a connection of a tenant; the secret goes in and never comes out.",
  input: z.strictObject({
    ...ofTenant,
    source,
    kind: z.enum(connectionKinds),
    name,
    settings: z.record(z.string(), z.unknown()).default({}),
    secret: z.string().min(1).max(4000).optional(),
    /** The provider's webhooks must send it; without it they are refused. */
    hookSecret: z.string().min(8).max(500).optional(),
    mapping: z.record(z.string(), z.unknown()).default({}),
    /** `usual` takes what the settings of the installation say; null is read only by hand. */
    intervalMinutes: z
      .union([z.number().int().min(1).max(10_080), z.literal("usual")])
      .nullable()
      .default(null),
  }),
  output: connectionDetail,
});

export const getConnection = route({
  method: "GET",
  path: connectionPath,
  ...managed,
  summary: "One connection with its settings, without its secret.",
  input: z.strictObject(ofConnection),
  output: connectionDetail,
});

export const updateConnection = route({
  method: "PATCH",
  path: connectionPath,
  ...managed,
  summary: "Changes a connection; `version` is the one that was read, so that nobody's change is lost.",
  input: z.strictObject({
    ...ofConnection,
    version: z.number().int(),
    name: name.optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    secret: z.string().min(1).max(4000).optional(),
    hookSecret: z.string().min(8).max(500).optional(),
    mapping: z.record(z.string(), z.unknown()).optional(),
    intervalMinutes: z.number().int().min(1).max(10_080).nullable().optional(),
    isPaused: z.boolean().optional(),
  }),
  output: connectionDetail,
});

export const removeConnection = route({
  method: "DELETE",
  path: connectionPath,
  ...managed,
  summary: "Removes a connection; the facts that came through it stay.",
  input: z.strictObject(ofConnection),
  output: z.object({}),
});

export const testConnection = route({
  method: "POST",
  path: `${connectionPath}/test`,
  leavesNoNote: true,
  ...managed,
  summary: "Asks the source whether we may read it, with settings that need not be saved yet.",
  input: z.strictObject({
    ...ofConnection,
    settings: z.record(z.string(), z.unknown()).optional(),
    secret: z.string().min(1).max(4000).optional(),
  }),
  output: z.object({
    isReachable: z.boolean(),
    message: z.string(),
    /** What someone should change although it can be read, such as a user that can also write. */
    warning: z.string().nullable(),
    milliseconds: z.number(),
  }),
});

export const startRun = route({
  method: "POST",
  path: `${connectionPath}/runs`,
  ...managed,
  status: 202,
  summary:
    "Reads a connection now, a range of days of it, or everything anew, after which what is no more is removed; " +
    "while one run goes on, it is that one.",
  input: z.strictObject({
    ...ofConnection,
    from: day.optional(),
    to: firstDayAfter.optional(),
    isFull: z.boolean().default(false),
    /** Together with `isFull`: more rows may be removed than a list usually loses. */
    allowsShrink: z.boolean().default(false),
  }),
  output: sourceRun,
});

export const listRuns = route({
  method: "GET",
  path: `${connectionPath}/runs`,
  ...managed,
  summary: "The runs of a connection, newest first, and how many rows are usual.",
  input: z
    .strictObject({
      ...ofConnection,
      state: sourceRun.shape.state.optional(),
      /** Runs that were asked for on these days, in the tenant's time zone. */
      from: day.optional(),
      to: firstDayAfter.optional(),
      /** A part of what went wrong, of the note or of the file's name, or the id of a run. */
      search: z.string().trim().max(200).optional(),
      ...pageInput,
    })
    .refine(({ from, to }) => !from || !to || from < to, {
      path: ["to"],
      message: '"to" is the first day after the range, so it must be later than "from".',
    }),
  output: pageSchema(sourceRun).extend({
    /** Rows read by the runs of the last days that ended well: what is usual, and how far it swings. */
    usual: z.object({ rows: z.number(), swing: z.number() }).nullable(),
  }),
});

export const getRun = route({
  method: "GET",
  path: `${connectionPath}/runs/{run}`,
  ...managed,
  summary: "One run, to be followed.",
  input: z.strictObject({ ...ofConnection, run: id }),
  output: sourceRun,
});

export const cancelRun = route({
  method: "POST",
  path: `${connectionPath}/runs/{run}/cancel`,
  ...managed,
  summary: "Stops a run; what it has stored so far stays.",
  input: z.strictObject({ ...ofConnection, run: id }),
  output: sourceRun,
});

/** What undoing a run would do. */
export const undoPreview = z.object({
  /** Why it cannot be undone; null where it can. */
  refusal: z.string().nullable(),
  /** What to know beforehand. */
  warning: z.string().nullable(),
  tables: z.array(
    z.object({
      fact: z.string(),
      label: z.string(),
      /** Rows that it has added: they go. */
      removed: z.number(),
      /** Rows that it has replaced: they become what they were. */
      restored: z.number(),
      /** Rows that it has removed: they come back. */
      returned: z.number(),
      /** Rows that a later run has changed: they stay as that run has left them. */
      superseded: z.number(),
      /** Rows of it that a later load holds too: they stay, as rows of that load. */
      kept: z.number(),
      /** Rows of other loads that it holds too: they stay with those. */
      released: z.number(),
    }),
  ),
});
export type UndoPreview = z.output<typeof undoPreview>;

export const previewUndo = route({
  method: "GET",
  path: `${connectionPath}/runs/{run}/undo`,
  ...managed,
  summary: "What undoing a run would change.",
  input: z.strictObject({ ...ofConnection, run: id }),
  output: undoPreview,
});

export const undoRun = route({
  method: "POST",
  path: `${connectionPath}/runs/{run}/undo`,
  ...managed,
  status: 202,
  summary: "Undoes a run as a whole: rows that it has added go, rows that it has replaced or removed come back.",
  input: z.strictObject({ ...ofConnection, run: id }),
  output: sourceRun,
});

export const rejectedRow = z.object({
  id: z.string(),
  run: z.string(),
  fact: z.string(),
  place: z.string(),
  field: z.string(),
  reason: z.string(),
  record: z.record(z.string(), z.unknown()),
  /** What has become of it: it waits, came again in a later run, lost its place to a later row, was taken in, or went with its run. */
  state: z.enum(["open", "left_out", "repeated", "superseded", "replayed", "undone"]),
  rejectedAt: instant,
});
export type RejectedRow = z.output<typeof rejectedRow>;

export const listRejects = route({
  method: "GET",
  path: `${connectionPath}/rejects`,
  ...managed,
  summary: "Rows that could not be taken in, each with the reason.",
  input: z.strictObject({ ...ofConnection, run: id.optional(), ...pageInput }),
  output: pageSchema(rejectedRow),
});

export const downloadRejects = route({
  method: "GET",
  path: `${connectionPath}/rejects/file`,
  ...managed,
  summary: "The rows that could not be taken in as CSV, with the reason beside each, to be mended and sent again.",
  input: z.strictObject({ ...ofConnection, run: id.optional() }),
  output: z.object({}),
  isFile: true,
});

export const replayRejects = route({
  method: "POST",
  path: `${connectionPath}/rejects/replay`,
  ...managed,
  status: 202,
  summary: "Takes in the rows that were rejected once more, with the mapping as it is now.",
  input: z.strictObject(ofConnection),
  output: sourceRun,
});

/** A value of a source that the mapping does not know. */
export const unmappedValue = z.object({
  field: z.string(),
  value: z.string(),
  seen: z.number(),
  firstSeenAt: instant,
  lastSeenAt: instant,
  /** It names someone or something of a list that may grow: it can also be taken as a new name. */
  isName: z.boolean(),
  /** What it may stand for, the most alike first; for long lists only the beginning. */
  options: z.array(z.string()),
});

export const listUnmapped = route({
  method: "GET",
  path: `${connectionPath}/values`,
  ...managed,
  summary: "Values of the source that the mapping does not know, the most frequent first.",
  input: z.strictObject({ ...ofConnection, ...pageInput }),
  output: pageSchema(unmappedValue),
});

const sourceChange = z.object({
  at: instant,
  act: z.string(),
  by: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
});

export const listSourceChanges = route({
  method: "GET",
  path: `${connectionPath}/changes`,
  ...managed,
  summary: "How a connection was changed, newest first.",
  input: z.strictObject({ ...ofConnection, ...pageInput }),
  output: pageSchema(sourceChange),
});

const reconciledDay = z.object({
  day: z.string(),
  measure: z.string(),
  /** Money is in minor units, quantities are in thousandths. */
  unit: z.enum(["count", "money", "quantity"]),
  /** What money is in; null where the day has several currencies, so that its sums only tell whether both are alike. */
  currency: z.string().nullable(),
  theirs: z.number(),
  ours: z.number(),
  checkedAt: instant,
});

export const listReconciliations = route({
  method: "GET",
  path: `${connectionPath}/reconciliation`,
  ...managed,
  summary: "What the source counts for each day beside what we have.",
  input: z.strictObject({ ...ofConnection, ...pageInput }),
  output: pageSchema(reconciledDay).extend({
    /** How many days are compared, and on how many of them something differs. */
    days: z.object({ compared: z.number(), differing: z.number() }),
    /** Rows of the source that are left out by choice, and are not compared. */
    leftOut: z.number(),
  }),
});
