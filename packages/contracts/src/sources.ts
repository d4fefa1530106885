import { z } from "zod";
import { answeredDayAfter } from "./metrics.ts";
import { instant } from "./primitives.ts";

/** The systems that a tenant's data comes from. */
export const sourceNames = ["tookan", "warehouse", "genesis", "docman"] as const;
export type SourceName = (typeof sourceNames)[number];

/** How a system is read. */
export const connectionKinds = ["tookan", "file", "rest", "sql"] as const;
export type ConnectionKind = (typeof connectionKinds)[number];

/** Late is more than one interval without a success, failing more than two; `needs_you` heals only by someone's hand. */
export const connectionStates = ["pending", "healthy", "late", "failing", "needs_you", "paused"] as const;
export type ConnectionState = (typeof connectionStates)[number];

const source = z.enum(sourceNames);

/** `config` needs attention to change something; `passing` is tried again by itself. */
const problem = z.object({
  kind: z.enum(["config", "passing"]),
  message: z.string(),
  /** A list has become so much shorter that nothing was removed; someone who has looked may allow it. */
  isShrunk: z.literal(true).optional(),
});
export type SourceProblemText = z.output<typeof problem>;

/** How days and times are written. */
const dateStyle = z.enum(["iso", "dmy", "mdy", "ymd", "unix", "excel"]);
/** The sign before decimals. */
const decimalSign = z.enum(["point", "comma"]);

const optionalFlag = z.boolean().optional();

/** How one field of our table is filled from a field of the source. */
export const fieldMapping = z.strictObject({
  /** The source's column, or the JSON pointer into its row. */
  from: z.string().max(500).optional(),
  /** The same value for every row. */
  constant: z.string().max(500).optional(),
  /** How its days and times are written; found out from the values when left out. */
  dates: dateStyle.optional(),
  /** The first of the hundred years that two digits of a year may mean; 1970 when left out. */
  firstYear: z.number().int().min(1900).max(2100).optional(),
  /** Each day stands for its whole month, as the first or the last of it does; found out from the values when left out. */
  isMonth: optionalFlag,
  /** The sign before the decimals of its numbers; found out from the values when left out. */
  decimal: decimalSign.optional(),
  /** A row without it, or with a value that cannot be read, is rejected; otherwise only the value is left out. */
  isRequired: optionalFlag,
  /** Words that mean that there is no value, besides those that always do. */
  emptyWords: z.array(z.string().min(1).max(100)).max(50).optional(),
  /** An empty value removes what is stored; otherwise what is stored stays. */
  clears: optionalFlag,
  /** What the source calls it, and what we do. */
  values: z.record(z.string(), z.string()).optional(),
  /** What becomes of a name that is not among ours: it is taken as a new one, or its rows wait for a decision. */
  newNames: z.enum(["take", "ask"]).optional(),
});
export type FieldMapping = z.output<typeof fieldMapping>;

/** What rows of one load that share a key become: the later one counts, the first one, or each of them. */
export const duplicateRules = ["last", "first", "each"] as const;
export type DuplicateRule = (typeof duplicateRules)[number];

/** Whether what goes back or out is written below zero, or without a sign. */
export const signRules = ["negative", "positive"] as const;
export type SignRule = (typeof signRules)[number];

/** A column that is computed from the columns of the source and from computed columns that stand before it. */
export const computedColumn = z.strictObject({
  /** Not the name of a column of the source. */
  name: z.string().trim().min(1).max(120),
  /** What it holds, such as `[Unit price] * [Quantity]`; see `expressionFunctions`. */
  expression: z.string().max(1000),
});
export type ComputedColumn = z.output<typeof computedColumn>;

export const computedColumns = z.array(computedColumn).max(30);

/** How days and numbers are written in columns of a source, by the names of the columns. */
export const columnStyles = z.record(
  z.string().max(500),
  z.strictObject({ dates: dateStyle.optional(), decimal: decimalSign.optional() }),
);

/** Stands for any value of a column, where not its words but having a value says what a row is. */
export const anyWord = "*";

const wordsByColumn = z.record(z.string().max(500), z.array(z.string().max(100)).max(50));

/** How rows of a source become rows of one of our tables. */
export const sourceMapping = z.strictObject({
  /** The table of facts. */
  fact: z.string().max(64),
  fields: z.record(z.string().max(64), fieldMapping),
  /** The columns that together tell rows apart, where more than one is needed. */
  keyColumns: z.array(z.string().min(1).max(500)).max(8).optional(),
  /** What rows of one load with the same key become; `last` when left out. With `each` a row is known by all that it says. */
  duplicates: z.enum(duplicateRules).optional(),
  /** How returns and issues are written; a row that contradicts it is rejected. */
  signs: z.enum(signRules).optional(),
  /** Words for returns or for what was cancelled that mark neither, by their columns: rows with them are sales. */
  saleWords: wordsByColumn.optional(),
  /** Words whose rows are left out, by their columns: they are counted as rejected, with the word. */
  leftOutWords: wordsByColumn.optional(),
  /** Columns that fields may be filled from as from those of the source. */
  computed: computedColumns.optional(),
  /** For columns that computed ones read dates and numbers from; found out from the values where a column is left out. */
  columnStyles: columnStyles.optional(),
  /** Which own fields were meant, by their names here: where another has taken the name since, the mapping is refused. */
  ownFields: z.record(z.string().max(64), z.uuid()).optional(),
});
export type SourceMapping = z.output<typeof sourceMapping>;

/** How a delivery account's own fields are read: each account names them as it likes. */
export const tookanMapping = z.strictObject({
  /** Labels of custom fields. */
  codDue: z.string().max(120).optional(),
  codCollected: z.string().max(120).optional(),
  cost: z.string().max(120).optional(),
  failureReason: z.string().max(120).optional(),
  serviceLevel: z.string().max(120).optional(),
  /** Names of teams as depots, of tags as zones; unmapped ones are taken as they are, and listed. */
  depots: z.record(z.string(), z.string()).optional(),
  reasons: z.record(z.string(), z.string()).optional(),
});
export type TookanMapping = z.output<typeof tookanMapping>;

const tookanSettings = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/ }).default("https://api.tookanapp.com/v2"),
  requestsPerSecond: z.number().min(0.1).max(20).default(3),
});

const restSettings = z.strictObject({
  url: z.url({ protocol: /^https?$/ }),
  /** The header that carries the secret, such as `authorization` or `x-api-key`. */
  header: z.string().max(100).default("authorization"),
  /** What stands before the secret in that header. */
  prefix: z.string().max(40).default("Bearer "),
  paging: z.enum(["none", "page", "offset", "cursor", "link"]).default("none"),
  pageParameter: z.string().max(60).default("page"),
  sizeParameter: z.string().max(60).default("limit"),
  pageSize: z.number().int().min(1).max(5000).default(500),
  /** JSON pointers into an answer: its rows, and the cursor of the next page. */
  rows: z.string().max(200).default(""),
  next: z.string().max(200).default("/next"),
  /** All rows are in it, always: what is no longer in it is removed here. */
  isWhole: z.boolean().default(false),
  /** Parameters that take the first and the last day, as YYYY-MM-DD; without both it cannot be asked for single days. */
  fromParameter: z.string().max(60).default(""),
  toParameter: z.string().max(60).default(""),
});

const sqlSettings = z.strictObject({
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535).default(5432),
  database: z.string().min(1).max(120),
  user: z.string().min(1).max(120),
  tls: z.boolean().default(true),
  /** A SELECT; rows after the last one are asked for by its cursor column. */
  query: z.string().min(1).max(10_000),
  cursorColumn: z.string().min(1).max(120),
});

const fileSettings = z.strictObject({});

/** The settings of each kind of connection; none of them is secret. */
export const connectionSettings = {
  tookan: tookanSettings,
  rest: restSettings,
  sql: sqlSettings,
  file: fileSettings,
} as const;
export type ConnectionSettings = { [Kind in ConnectionKind]: z.output<(typeof connectionSettings)[Kind]> };

/** What became of the rows that were read: read = written + replaced + unchanged + duplicates + rejected, always. */
export const rowCounts = z.object({
  read: z.number(),
  /** New here. */
  written: z.number(),
  /** Here before, with other values. */
  replaced: z.number(),
  unchanged: z.number(),
  /** Rows that share their key with another row of the same load. */
  duplicates: z.number(),
  rejected: z.number(),
  /** Of the rejected ones those that someone has chosen to leave out; nothing waits for them. */
  leftOut: z.number(),
  /** Rows that are no more in the source, or that were undone; they are not among those that were read. */
  deleted: z.number(),
  /** Null where the source does not say how many there are. */
  total: z.number().nullable(),
});

/** A load that came before, with what is there of it. */
export const earlierLoad = z.object({
  run: z.string(),
  connection: z.string(),
  /** Null where the connection was removed. */
  connectionName: z.string().nullable(),
  fileName: z.string().nullable(),
  loadedAt: instant,
  /** Rows that it has written and that nothing has changed since. */
  rows: z.number(),
});

const fileCounts = rowCounts.omit({ deleted: true, total: true });

export const sourceRun = z.object({
  id: z.string(),
  connection: z.string(),
  cause: z.enum(["schedule", "manual", "range", "import", "replay", "webhook", "undo"]),
  /** A draft is a file that waits for its mapping to be confirmed. */
  state: z.enum(["draft", "waiting", "running", "done", "failed", "cancelled"]),
  /** What it is doing, in words. */
  note: z.string().nullable(),
  rows: rowCounts,
  /** Values that were left out of rows which were taken in, by what is wrong with them, with where the first one stands. */
  notes: z.array(z.object({ field: z.string(), message: z.string(), rows: z.number(), place: z.string() })),
  /** Its rows have been taken back. */
  isUndone: z.boolean(),
  /** The later load that has taken its place. */
  replacedBy: earlierLoad.pick({ run: true, connection: true, fileName: true, loadedAt: true }).nullable(),
  attempt: z.number(),
  problem: problem.nullable(),
  /** Of several files the first, and how many more there are. */
  fileName: z.string().nullable(),
  /** The files of the load, with what became of the rows of each; null where none of it was read yet. */
  files: z.array(
    z.object({
      name: z.string(),
      rows: fileCounts.nullable(),
      /** Which worksheets of a workbook are not read, in words. */
      note: z.string().nullable(),
    }),
  ),
  /** Earlier loads whose rows go once this one is in, and how many of their rows have gone. */
  replaces: z.array(earlierLoad.extend({ removed: z.number() })),
  range: z.object({ from: z.string(), to: answeredDayAfter }).nullable(),
  /** Everything is read anew, and what is no more is removed. */
  isFull: z.boolean(),
  askedBy: z.string().nullable(),
  askedAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** As it goes on like before; null while that cannot be told. */
  secondsLeft: z.number().nullable(),
});
export type SourceRun = z.output<typeof sourceRun>;

/** What is seen of a connection in lists: nothing of its settings. */
export const connectionSummary = z.object({
  id: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  source,
  kind: z.enum(connectionKinds),
  name: z.string(),
  state: z.enum(connectionStates),
  problem: problem.nullable(),
  failures: z.number(),
  intervalMinutes: z.number().nullable(),
  lastAttemptAt: instant.nullable(),
  lastSuccessAt: instant.nullable(),
  lastLoadedAt: instant.nullable(),
  lastEventAt: instant.nullable(),
  nextRunAt: instant.nullable(),
});
export type ConnectionSummary = z.output<typeof connectionSummary>;

/** What the people of a tenant see of one of their connections. */
export const ownConnection = connectionSummary.extend({
  /** Rows that were taken in within 24 hours. */
  rowsToday: z.number(),
  /** The last runs, newest first. */
  runs: z.array(
    sourceRun.pick({
      id: true,
      cause: true,
      state: true,
      rows: true,
      isUndone: true,
      problem: true,
      fileName: true,
      askedAt: true,
      startedAt: true,
      endedAt: true,
    }),
  ),
});
export type OwnConnection = z.output<typeof ownConnection>;

export const connectionDetail = connectionSummary.extend({
  settings: z.record(z.string(), z.unknown()),
  mapping: z.record(z.string(), z.unknown()),
  /** Secrets go in and never come out. */
  hasSecret: z.boolean(),
  /** Where the provider sends its webhooks to. */
  hookPath: z.string().nullable(),
  hasHookSecret: z.boolean(),
  /** Why it cannot be asked for single days, with what would help; null where it can. */
  daysRefusal: z.string().nullable(),
  rowsToday: z.number(),
  openRejects: z.number(),
  unmappedValues: z.number(),
  running: sourceRun.nullable(),
  version: z.number(),
});
export type ConnectionDetail = z.output<typeof connectionDetail>;
