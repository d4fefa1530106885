import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** What a field of an entity holds. */
export const entityFieldTypes = [
  "text",
  "lines",
  "email",
  "choice",
  "choices",
  "flag",
  "count",
  "instant",
  "day",
  "attributes",
  "picture",
  "changes",
] as const;

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const change = z.object({ label: z.string(), before: z.string().nullable(), after: z.string().nullable() });
const value = z.union([cell, z.array(z.string()), z.array(change), z.record(z.string(), z.string())]);
export type EntityValue = z.output<typeof value>;

/** A row of an entity by its fields. `id` tells it from the others, `version` tells whether someone has changed it since. */
export const entityRow = z.record(z.string(), value);
export type EntityRow = z.output<typeof entityRow>;

/** One field of an entity or of the settings, as a form must know it. */
export const entityField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string(),
  /** What may be chosen, and how it is called. */
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  help: z.string().nullable(),
  isRequired: z.boolean(),
  /** Whether it stands in the form of a new row, and in that of a known one. */
  isGiven: z.boolean(),
  isChanged: z.boolean(),
  /** Whether it is a column of the list from the start, can be one, or is only seen in the detail. */
  shown: z.enum(["list", "column", "detail"]),
  isSortable: z.boolean(),
  isFilter: z.boolean(),
  max: z.number().nullable(),
  /** The heading that it stands under where one row is shown. */
  group: z.string().optional(),
  /** What a new row has where nothing is given. */
  initial: cell.optional(),
  /** The field of the row whose value an act's field begins with. */
  begins: z.string().optional(),
  /** The rows that it makes sense for: those whose field has one of these values. */
  when: z.object({ field: z.string(), values: z.array(z.string()) }).optional(),
  /** Its choices are rows of another entity, by their ids. */
  choicesFrom: z.object({ entity: z.string(), by: z.string() }).optional(),
  /** It names a row of another entity. */
  refersTo: z
    .object({
      entity: z.string(),
      /** The field of the other entity that its rows are known by. */
      by: z.string(),
      /** Where a row has that field of the row it names. */
      title: z.string(),
    })
    .nullable(),
});
export type EntityField = z.output<typeof entityField>;

const entityAction = z.object({
  name: z.string(),
  label: z.string(),
  /** What is asked before it is done; null does it at once. */
  question: z.string().nullable(),
  /** It cannot be taken back: its title must be typed. */
  isDangerous: z.boolean(),
  /** It takes something away: it stands apart, among the dangers. */
  isDestructive: z.literal(true).optional(),
  /** What most people want to do with a row that it makes sense for. */
  isMain: z.literal(true).optional(),
  /** Only for one row at a time. */
  isSingle: z.boolean(),
  /** What must be said with it. */
  fields: z.array(entityField),
  /** The rows that it makes sense for: those whose field has one of these values. */
  when: z.object({ field: z.string(), values: z.array(z.string()) }).nullable(),
});
export type EntityAction = z.output<typeof entityAction>;

/** All that a page must know to list, show, make and change the rows of an entity. */
export const entityDescription = z.object({
  name: z.string(),
  one: z.string(),
  many: z.string(),
  /** The field that people know a row by. */
  title: z.string(),
  /** The field that an opened row is headed by, where it has a value; else by its title. */
  heading: z.string().optional(),
  /** The fields that matter most where one row is shown, at most three. */
  headline: z.array(z.string()).optional(),
  fields: z.array(entityField),
  acts: z.array(entityAction),
  sort: z.object({ by: z.string(), dir: z.enum(["asc", "desc"]) }),
  canCreate: z.boolean(),
  canChange: z.boolean(),
  canImport: z.boolean(),
  /** Nothing is ever done to its rows: they have no history. */
  isReadOnly: z.literal(true).optional(),
});
export type EntityDescription = z.output<typeof entityDescription>;

/**
 * `field:value,value`, `field:<value`, `field:>value`, `field:since..until` for instants, or `field:none`; all that are
 * given must hold.
 */
const filter = z
  .union([z.string().max(500), z.array(z.string().max(500)).max(20)])
  .transform((filters) => [filters].flat())
  .optional();

/** Which rows are meant. */
export const entityNarrowing = { search: z.string().trim().max(200).optional(), filter };

const entity = z.string().min(1).max(60);
const id = z.string().min(1).max(200);
const ofEntity = { entity };
const fields = z.record(z.string(), z.unknown());
/** Saves what was refused with a warning at `isConfirmed`. */
const isConfirmed = z.boolean().default(false);

/**
 * The calls that every entity answers. The server has each of them once for every entity, with the entity's own
 * permission; a browser names the entity as a part of the path.
 */
const ofEvery = { permission: "account.own", topics: ["entities"], isOfEveryEntity: true } as const;

export const describeEntity = route({
  method: "GET",
  path: "/api/admin/{entity}/description",
  ...ofEvery,
  summary: "What can be seen and done here, as far as the caller may.",
  input: z.strictObject(ofEntity),
  output: entityDescription,
});

export const listEntity = route({
  method: "GET",
  path: "/api/admin/{entity}",
  ...ofEvery,
  summary: "Rows, searched, filtered and sorted, page by page; the first page says how many match.",
  input: z.strictObject({
    ...ofEntity,
    ...entityNarrowing,
    /** A field; with a hyphen before it from the largest on. */
    sort: z.string().max(60).optional(),
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  output: z.object({ items: z.array(entityRow), next: z.string().nullable(), total: z.number().nullable() }),
});

export const getEntity = route({
  method: "GET",
  path: "/api/admin/{entity}/rows/{id}",
  ...ofEvery,
  summary: "One row with all its fields; `canAct` and `canChange` are false where the caller may not.",
  input: z.strictObject({ ...ofEntity, id }),
  output: entityRow,
});

export const createEntity = route({
  method: "POST",
  path: "/api/admin/{entity}",
  ...ofEvery,
  status: 201,
  summary: "Creates a row.",
  input: z.strictObject({ ...ofEntity, fields, isConfirmed }),
  output: entityRow,
});

export const updateEntity = route({
  method: "PATCH",
  path: "/api/admin/{entity}/rows/{id}",
  ...ofEvery,
  summary: "Changes a row; `version` is the one that was read, so that nobody's change is lost.",
  input: z.strictObject({ ...ofEntity, id, version: z.number().int(), fields, isConfirmed }),
  output: entityRow,
});

const actOutcome = z.object({
  id: z.string(),
  title: z.string(),
  isDone: z.boolean(),
  /** What was done, or why not. */
  message: z.string(),
});
export type ActOutcome = z.output<typeof actOutcome>;

export const actOnEntity = route({
  method: "POST",
  path: "/api/admin/{entity}/acts/{act}",
  ...ofEvery,
  summary: "Does the same to some rows, or to all that match; says of each what became of it.",
  input: z.strictObject({
    ...ofEntity,
    act: z.string().min(1).max(60),
    ids: z.array(id).max(1000).optional(),
    /** All rows that match, at most a thousand. */
    matching: z.strictObject(entityNarrowing).optional(),
    fields: fields.default({}),
  }),
  output: z.object({ outcomes: z.array(actOutcome) }),
});

/** One thing that was done to a row. */
export const historyEntry = z.object({
  id: z.string(),
  at: instant,
  act: z.string(),
  by: z.string().nullable(),
  byName: z.string().nullable(),
  /** What was done, as it stands behind the name of who did it. */
  words: z.string(),
  /** The fields that it changed. */
  changes: z.array(change),
  /** What else is known of it, by label. */
  facts: z.record(z.string(), z.string()),
  details: z.record(z.string(), z.unknown()),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const listEntityHistory = route({
  method: "GET",
  path: "/api/admin/{entity}/rows/{id}/history",
  ...ofEvery,
  summary: "What was done to a row and by whom, newest first.",
  input: z.strictObject({
    ...ofEntity,
    id,
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  output: z.object({ items: z.array(historyEntry), next: z.string().nullable() }),
});

export const exportEntity = route({
  method: "GET",
  path: "/api/admin/{entity}/export",
  ...ofEvery,
  summary: "All matching rows as a file.",
  input: z.strictObject({
    ...ofEntity,
    ...entityNarrowing,
    sort: z.string().max(60).optional(),
    format: z.enum(["csv", "xlsx", "jsonl"]).default("csv"),
  }),
  output: z.object({}),
  isFile: true,
});

const importOutcome = z.object({
  line: z.number(),
  title: z.string(),
  outcome: z.enum(["new", "changed", "same", "wrong"]),
  message: z.string(),
});

export const importEntity = route({
  method: "POST",
  path: "/api/admin/{entity}/import",
  ...ofEvery,
  summary: "Makes and changes rows from a file; a trial says what would become of each row and writes nothing.",
  input: z.strictObject({
    ...ofEntity,
    isTrial: z.stringbool().default(true),
    /** Rows that are there already are wrong then, and stay as they are. */
    isOnlyNew: z.stringbool().default(false),
    /** The file's own, where the file is the whole body. */
    name: z.string().max(300).optional(),
  }),
  output: z.object({
    counts: z.object({ new: z.number(), changed: z.number(), same: z.number(), wrong: z.number() }),
    /** The first thousand that are wrong, then others, up to a thousand in all. */
    outcomes: z.array(importOutcome),
    /** Columns of the file that no field is filled from. */
    unusedColumns: z.array(z.string()),
    isWritten: z.boolean(),
  }),
  takesFile: true,
});
