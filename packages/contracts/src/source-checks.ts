import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";
import { connectionPath, managed, ofConnection } from "./source-routes.ts";

const check = z.string().min(1).max(64);
const ofCheck = { ...ofConnection, check };
const checkPath = `${connectionPath}/checks/{check}` as const;

const sourceCheck = z.object({
  id: z.string(),
  name: z.string(),
  /** What is found, and what it does to figures. */
  words: z.string(),
  /** With an error figures are wrong, with a warning they may be. */
  severity: z.enum(["error", "warning"]),
  /** What is counted. */
  noun: z.object({ one: z.string(), many: z.string() }),
  /** Null until it was checked for the first time. */
  found: z.number().nullable(),
  foundBefore: z.number().nullable(),
  /** How many of them were looked at. */
  looked: z.number().nullable(),
  checkedAt: instant.nullable(),
  /** `until` is null where it holds until unmuted. */
  mute: z.object({ by: z.string(), at: instant, until: instant.nullable(), reason: z.string() }).nullable(),
  owner: z.string().nullable(),
});
export type SourceCheck = z.output<typeof sourceCheck>;

const checkedConnection = z.object({
  items: z.array(sourceCheck),
  /** When all of them were last checked; null while one never was. */
  checkedAt: instant.nullable(),
  /** Who may look after a check. */
  people: z.array(z.object({ uid: z.string(), name: z.string() })),
});

export const listSourceChecks = route({
  method: "GET",
  path: `${connectionPath}/checks`,
  ...managed,
  summary: "The checks of a connection's facts with what they found, those that found something first.",
  input: z.strictObject(ofConnection),
  output: checkedConnection,
});

export const runSourceChecks = route({
  method: "POST",
  path: `${connectionPath}/checks/run`,
  ...managed,
  summary: "Checks a connection's facts now.",
  input: z.strictObject(ofConnection),
  output: checkedConnection,
});

export const listCheckExamples = route({
  method: "GET",
  path: `${checkPath}/examples`,
  ...managed,
  summary: "Rows that a check finds now, at most fifty, with the fields that explain it.",
  input: z.strictObject(ofCheck),
  output: z.object({
    columns: z.array(z.object({ id: z.string(), label: z.string(), format: z.string() })),
    /** The cells of each row by their columns. Amounts are in `currency`, unless there is a column of that name. */
    items: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
    hasMore: z.boolean(),
    currency: z.string(),
    timeZone: z.string(),
  }),
});

export const muteSourceCheck = route({
  method: "PUT",
  path: `${checkPath}/mute`,
  ...managed,
  summary: "Leaves a check out of what needs attention, with a reason, until an instant or for good.",
  input: z.strictObject({ ...ofCheck, reason: z.string().trim().min(3).max(300), until: instant.nullable() }),
  output: sourceCheck,
});

export const unmuteSourceCheck = route({
  method: "DELETE",
  path: `${checkPath}/mute`,
  ...managed,
  summary: "Takes the muting of a check back.",
  input: z.strictObject(ofCheck),
  output: sourceCheck,
});

export const setCheckOwner = route({
  method: "PUT",
  path: `${checkPath}/owner`,
  ...managed,
  summary: "Says who looks after a check, a platform admin; null is nobody.",
  input: z.strictObject({ ...ofCheck, owner: z.string().min(1).max(128).nullable() }),
  output: sourceCheck,
});

const warehouseState = z.object({
  warehouse: z.string(),
  /** The last one that is not ahead of now. */
  lastMovedAt: instant.nullable(),
  rows7Days: z.number(),
  /** Null where too few days have movements to tell. */
  usualGapDays: z.number().nullable(),
  isLate: z.boolean(),
});
export type WarehouseState = z.output<typeof warehouseState>;

export const listWarehouseStates = route({
  method: "GET",
  path: `${connectionPath}/warehouses`,
  ...managed,
  summary: "How far the movements of each warehouse reach, those that are late first.",
  input: z.strictObject(ofConnection),
  output: z.object({
    items: z.array(warehouseState),
    /** What late means, in words. */
    rule: z.string(),
  }),
});
