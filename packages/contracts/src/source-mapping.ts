import { z } from "zod";
import { route } from "./route.ts";
import { connectionPath, managed, ofConnection, ofTenant } from "./source-routes.ts";
import {
  columnStyles,
  computedColumn,
  computedColumns,
  connectionSummary,
  fieldMapping,
  signRules,
  sourceMapping,
  sourceNames,
} from "./sources.ts";

/** A column of a source or a file as it was found. */
export const sourceColumn = z.object({
  name: z.string(),
  type: z.enum(["text", "number", "day", "instant", "flag", "empty"]),
  samples: z.array(z.string()),
  /** Rows that have a value in it, of those that were looked at. */
  filled: z.number(),
  /** The decimal sign of its numbers as the values tell it, with the evidence; null where there are none. */
  decimal: z.object({ style: z.enum(["point", "comma"]), isSure: z.boolean(), evidence: z.string() }).nullable(),
  /** The same for its days. */
  dates: z
    .object({
      style: z.enum(["iso", "dmy", "mdy", "ymd", "unix", "excel"]),
      isSure: z.boolean(),
      evidence: z.string(),
      /** Days whose year has two digits. */
      shortYears: z.number(),
    })
    .nullable(),
  /** Whether its days stand for their months, where they may, with the evidence. */
  months: z.object({ isFound: z.boolean(), evidence: z.string() }).optional(),
});
export type SourceColumn = z.output<typeof sourceColumn>;

/** A field of ours that a column can fill. */
export const targetField = z.object({
  name: z.string(),
  label: z.string(),
  type: z.enum(["text", "member", "choice", "instant", "day", "number", "quantity", "money", "currency", "flag"]),
  /** What a choice may be. */
  choices: z.array(z.string()),
  isRequired: z.boolean(),
  /** It takes no number with decimals. */
  isWhole: z.boolean().optional(),
  /** The field that is set where the value is a word for "never", such as perpetual. */
  endless: z.string().optional(),
  /** The field that takes the last day of a month, where a month may stand for this day. */
  monthEnd: z.string().optional(),
  /** Whether a day without a time is the end of that day, and not its beginning. */
  isDayEnd: z.boolean().optional(),
  /** Of a field that the tenant keeps of its own: which one. */
  ownField: z.string().optional(),
});
export type TargetField = z.output<typeof targetField>;

/** The choice of how returns or issues are written, where a table has one. */
export const signChoice = z.object({
  /** What is chosen for. */
  title: z.string(),
  rules: z.array(z.object({ rule: z.enum(signRules), label: z.string(), help: z.string() })),
  /** What the columns tell; null where only a person can know it. */
  found: z.enum(signRules).nullable(),
  evidence: z.string(),
});
export type SignChoice = z.output<typeof signChoice>;

/** Words of a column that may mark returns, or lines that are no sales: what to choose before rows can count. */
export const returnQuestion = z.object({
  column: z.string(),
  /** What is chosen for. */
  title: z.string(),
  evidence: z.string(),
  /** What its words may mark, with what then fills the field of returns; none for lines that are no returns. */
  choices: z.array(z.object({ label: z.string(), field: fieldMapping })),
  /** What goes to `saleWords` of the mapping where all of its rows are sales, or to `leftOutWords` where they are left out; none where there is only something to know. */
  words: z.array(z.string()),
  /** Its rows may be left out. */
  canLeaveOut: z.boolean(),
  /** The mapping says what they are. */
  isAnswered: z.boolean(),
  /** Rows can come in without an answer; these are rejected, and wait for one. */
  canWait: z.boolean(),
});
export type ReturnQuestion = z.output<typeof returnQuestion>;

/** What is wrong with one field of a row. */
export const rowProblem = z.object({ field: z.string(), message: z.string() });

/** A row before it is taken in. */
export const previewRow = z.object({
  /** The line of a file, or which of the rows of a source it is. */
  line: z.number(),
  /** Which of several files it stands in. */
  file: z.string().optional(),
  /** As the source has it, by column; computed columns beside them. */
  values: z.record(z.string(), z.string()),
  /** As it would be stored, by field. */
  record: z.record(z.string(), z.unknown()),
  problems: z.array(rowProblem),
  /** Values that would be left out of it. */
  notes: z.array(rowProblem),
});

const sourceSample = z.object({
  columns: z.array(sourceColumn),
  /** The tables that the source can fill, each with what fits it by the names of the columns. */
  tables: z.array(
    z.object({
      fact: z.string(),
      label: z.string(),
      fields: z.array(targetField),
      suggested: sourceMapping.shape.fields,
    }),
  ),
  /** What was given, completed by what fits where nothing was; the rows are mapped with it. */
  mapping: sourceMapping,
  /** Why a column was chosen for a field that nobody had filled. */
  reasons: z.record(z.string(), z.string()),
  /** What can be computed for fields whose column is not what they take. */
  computed: z.record(z.string(), computedColumn),
  /** How returns or issues may be written; null where the table has no such choice. */
  signs: signChoice.nullable(),
  /** Columns that may mark returns, where none is mapped. */
  returns: z.array(returnQuestion),
  /** The first rows, and what is wrong with them. */
  rows: z.array(previewRow),
  /** What amounts of money are in. */
  currency: z.string(),
  /** How many rows the piece had that was read. */
  read: z.number(),
});
export type SourceSample = z.output<typeof sourceSample>;

export const sampleSource = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/connections/sample",
  leavesNoNote: true,
  ...managed,
  summary:
    "Reads the first piece of a source, with settings that need not be saved, and shows it as it would be stored.",
  input: z.strictObject({
    ...ofTenant,
    source: z.enum(sourceNames),
    kind: z.enum(["rest", "sql"]),
    settings: z.record(z.string(), z.unknown()),
    secret: z.string().min(1).max(4000).optional(),
    /** A stored connection, whose secret is used where none is given. */
    connection: ofConnection.connection.optional(),
    /** A field that is given, also an empty one, is left as it is. */
    mapping: sourceMapping.optional(),
  }),
  output: z.object({
    sample: sourceSample.nullable(),
    /** Why it could not be read. */
    problem: connectionSummary.shape.problem,
    milliseconds: z.number(),
  }),
});

/** Where an expression is wrong, counted in characters from its beginning. */
const expressionProblem = z.object({ message: z.string(), start: z.number(), end: z.number() });
export type ExpressionProblem = z.output<typeof expressionProblem>;

const computedPreview = z.object({
  name: z.string(),
  /** What its values are; null where the expression is wrong. */
  type: z.enum(["text", "number", "day", "instant", "flag"]).nullable(),
  /** What is wrong with its name; null where nothing is. */
  nameProblem: z.string().nullable(),
  /** What is wrong with its expression; null where nothing is. */
  problem: expressionProblem.nullable(),
  /** Columns that it names and that are not among those that were sent; only where others may come. */
  unseen: z.array(z.string()),
  /** Its value in each row, or why it has none; empty where an input is empty. */
  cells: z.array(z.object({ value: z.string(), problem: z.string().nullable() })),
});
export type ComputedPreview = z.output<typeof computedPreview>;

export const previewComputed = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/computed/preview",
  leavesNoNote: true,
  permission: "sources.import",
  topics: ["sources"],
  actsIn: "tenantId",
  summary: "Computes columns for some rows that are sent, and says where an expression is wrong; nothing is stored.",
  input: z.strictObject({
    ...ofTenant,
    computed: computedColumns,
    /** The columns of the source. */
    columns: z.array(z.string().max(500)).max(2000),
    /** The source may have other columns as well. */
    hasMoreColumns: z.boolean().default(false),
    columnStyles: columnStyles.optional(),
    rows: z.array(z.record(z.string(), z.string())).max(10),
  }),
  output: z.object({ items: z.array(computedPreview) }),
});

const countedTable = z.object({ fact: z.string(), label: z.string(), rows: z.number() });

/** A value of the source that will get another name. */
const valueImpact = z.object({
  field: z.string(),
  label: z.string(),
  value: z.string(),
  /** What we call it so far and from now on; null where rows with it are rejected. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Rows of this connection that say `before` now. */
  rows: z.number(),
  /** All of these rows will change: nothing else in the source is known to be called so. */
  movesAll: z.boolean(),
});

/** A field that will be filled otherwise. */
const fieldImpact = z.object({
  field: z.string(),
  label: z.string(),
  change: z.enum(["filled", "emptied", "changed"]),
  /** The column, or the value of every row; null where nothing fills it, or where that is not known. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Rows of this connection that hold a value in it now. */
  rows: z.number(),
});

/** What another mapping would do, in figures. */
const mappingImpact = z.object({
  /** The table that rows will go to; null where columns are matched by their names. */
  table: countedTable.nullable(),
  /** Where the table is another one: those that hold rows of this connection; these stay there. */
  left: z.array(countedTable),
  /** The row key changes: those that are stored are not recognised, and come in a second time. */
  hasOtherKeys: z.boolean(),
  values: z.array(valueImpact),
  fields: z.array(fieldImpact),
  /** Rejected rows: all that are open, those that were tried, and those of them that would be taken in; null where they cannot be replayed. */
  rejects: z.object({ open: z.number(), tried: z.number(), taken: z.number() }).nullable(),
  /** Reports that show the table. */
  reports: z.array(z.object({ id: z.string(), title: z.string() })),
});
export type MappingImpact = z.output<typeof mappingImpact>;

export const judgeMapping = route({
  method: "POST",
  path: `${connectionPath}/impact`,
  leavesNoNote: true,
  ...managed,
  summary: "What a mapping would change for the rows of a connection, before it is saved.",
  input: z.strictObject({ ...ofConnection, mapping: z.record(z.string(), z.unknown()) }),
  output: mappingImpact,
});
