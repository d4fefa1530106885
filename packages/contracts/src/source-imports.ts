import { z } from "zod";
import { fileEncodings } from "./file-encodings.ts";
import { answeredDayAfter } from "./metrics.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";
import { previewRow, returnQuestion, rowProblem, signChoice, sourceColumn, targetField } from "./source-mapping.ts";
import { ofTenant, rejectedRow, undoPreview, unmappedValue } from "./source-routes.ts";
import { computedColumn, earlierLoad, rowCounts, sourceMapping, sourceNames, sourceRun } from "./sources.ts";

const fileForm = z.object({
  kind: z.enum(["csv", "tsv", "xlsx", "ndjson"]),
  encoding: z.string(),
  delimiter: z.string().nullable(),
  /** The worksheet of a workbook that is read. */
  worksheet: z.string().nullable(),
  /** Its columns that are months, and whether each row is read as one row for each of them. */
  months: z.array(z.string()).optional(),
  areMonthsRows: z.boolean().optional(),
  /** Columns whose empty cells are filled from the row above. */
  fillDown: z.array(z.string()).optional(),
});
export type FileForm = z.output<typeof fileForm>;

const worksheet = z.object({
  name: z.string(),
  /** Null where there are too many to be counted. */
  rows: z.number().nullable(),
});
export type Worksheet = z.output<typeof worksheet>;

/** How a file is read where it leaves a choice; what is left out is found. */
const readingChoice = {
  /** The name of a worksheet; without it, the first that has a header and rows. */
  worksheet: z.string().min(1).max(255).optional(),
  /** Of a text that does not say its encoding itself; without it, the likeliest. */
  encoding: z.enum(fileEncodings).optional(),
  /** What columns that are months are read as; without it, as a row for each of them that has a value. */
  months: z.enum(["rows", "columns"]).optional(),
  /** Columns whose empty cells say what the cell above says, as where cells were merged. */
  fillDown: z.array(z.string().min(1).max(200)).max(20).optional(),
};

/** An earlier load that rows of a file are here from already. */
const doubledLoad = earlierLoad.extend({
  /** Rows of the file that say the same under another key or from another connection. */
  doubles: z.number(),
  /** Rows of the file that differ in one field, where rows are known by all that they say. */
  corrections: z.number(),
  /** Why it cannot be replaced; null where it can. */
  refusal: z.string().nullable(),
  /** It can be replaced once it was undone: its rows are of other loads too. */
  isShared: z.boolean(),
});

/** A file on its way in, with the name of the connection that it is loaded into. */
const importRun = sourceRun.extend({
  connectionName: z.string(),
  /** Where its rows are to be seen: their days and what they are about; null before the end, or without days. */
  loaded: z
    .object({
      domain: z.string(),
      from: z.string(),
      to: answeredDayAfter,
      /** The days of them that a report can show: not those ahead, and the newest 50 years. Null where there are none. */
      shown: z.object({ from: z.string(), to: answeredDayAfter }).nullable(),
    })
    .nullable(),
  /** The run that undoes it, or has undone it. */
  undo: sourceRun.nullable(),
  /** Earlier loads whose rows its new rows look like, the newest first. */
  doubledLoads: z.array(doubledLoad),
});
export type ImportRun = z.output<typeof importRun>;

export const importPreview = z.object({
  run: importRun,
  /** Of several files, that of the first. */
  form: fileForm,
  files: z.array(
    z.object({
      name: z.string(),
      rows: z.number(),
      /** How it is read. */
      form: fileForm,
      /** All worksheets of a workbook that have rows. */
      worksheets: z.array(worksheet),
      /** Its text can be read in other encodings. */
      hasEncodings: z.boolean(),
      /** Columns with cells that are empty below one that is filled, and how many, as where cells were merged. */
      gaps: z.array(z.object({ column: z.string(), rows: z.number() })),
      /** Which worksheets are not read, and what else is to be known of how it is read, in words. */
      note: z.string().nullable(),
    }),
  ),
  columns: z.array(sourceColumn),
  /** Columns that the files write in ways that exclude each other; such files cannot be one load. */
  conflicts: z.array(z.object({ column: z.string(), message: z.string() })),
  /** The tables of the source that a file can fill. */
  tables: z.array(z.object({ fact: z.string(), label: z.string() })),
  fields: z.array(targetField),
  mapping: sourceMapping,
  /** The earlier load whose mapping was taken over, because its file looks alike. */
  likeFile: z.object({ name: z.string(), loadedAt: instant }).nullable(),
  /** What fits the table by the names and the values of the columns, and why. */
  suggestion: z.object({
    mapping: sourceMapping,
    reasons: z.record(z.string(), z.string()),
    /** What can be computed for fields whose column is not what they take, such as the amount of a discount in percent. */
    computed: z.record(z.string(), computedColumn),
  }),
  /** How returns or issues may be written; null where the table has no such choice. */
  signs: signChoice.nullable(),
  /** Columns that may mark returns, where none is mapped. */
  returns: z.array(returnQuestion),
  /** The first rows, and what is wrong with them. */
  rows: z.array(previewRow),
  /** What amounts of money are in. */
  currency: z.string(),
  /** Where days and times without a zone belong: the tenant's. */
  timeZone: z.string(),
  /** What all rows of the file tell of its keys. */
  keys: z.object({
    rows: z.number(),
    /** Columns that tell rows apart, alone or together, and how many rows they do not tell from an earlier one, and in how many they are empty. */
    candidates: z.array(z.object({ columns: z.array(z.string()), repeats: z.number(), empty: z.number() })),
    /** Rows that are equal to an earlier one in every column. */
    equalRows: z.number(),
    /** Columns whose values rows share: one of them as the key needs `duplicates`. */
    shared: z.array(z.string()),
  }),
  /** What the whole file would do, where that was asked for. */
  counts: rowCounts
    .omit({ total: true, deleted: true })
    .extend({
      /** Why rows would be rejected, those of one kind together. */
      problems: z.array(rowProblem.extend({ rows: z.number() })),
      /** Values that would be left out of rows that are taken in. */
      notes: z.array(rowProblem.extend({ rows: z.number() })),
      /** Names of lists that are not known, whose rows would wait for a decision. */
      newNames: z.array(
        z.object({ field: z.string(), label: z.string(), names: z.array(z.string()), rows: z.number() }),
      ),
      /** Rows of the file that are here already under another key or from another connection, and would be here twice. */
      doubles: z.number(),
      /** The loads that those rows are from, and how many of the file's rows are here from each; the newest first. */
      doubledLoads: z.array(doubledLoad),
      /** Rows of the file that look like stored rows but differ in one field, and would be here beside them. */
      corrections: z.number(),
      /** Rows that count as returns, and what they take off in minor units; null where there are none. */
      returns: z
        .object({
          rows: z.number(),
          amounts: z.array(z.object({ currency: z.string(), amount: z.number() })),
          /** Those whose receipt has no sale of the same amount in the file. */
          withoutSale: z.number(),
        })
        .nullable(),
    })
    .nullable(),
});
export type ImportPreview = z.output<typeof importPreview>;

const ofImport = { ...ofTenant, run: z.string().min(1).max(64) };
const inTenant = { permission: "sources.import", topics: ["sources"], actsIn: "tenantId" } as const;

export const importFile = route({
  method: "POST",
  path: "/api/sources/{source}/imports",
  permission: "sources.import",
  status: 202,
  summary:
    "Takes a file (CSV, TSV, XLSX or NDJSON) as a form's field `file` or as the body, with an optional mapping; " +
    "several fields `file` with the same columns are one load. Answers with the run to follow.",
  input: z.strictObject({
    source: z.enum(sourceNames),
    /** Whose data it is; those who belong to a tenant need not say it. */
    tenant: z.string().min(1).max(128).optional(),
    /** The connection that it is loaded into: one for files of this source. Without it, the oldest, or a first one. */
    connection: z.string().min(1).max(64).optional(),
    /** A mapping as JSON; without it, columns are matched by their names. */
    mapping: z.string().max(100_000).optional(),
    worksheet: readingChoice.worksheet,
    encoding: readingChoice.encoding,
    months: readingChoice.months,
    /** The names of columns as JSON whose empty cells say what the cell above says, as where cells were merged. */
    fillDown: z.string().max(5000).optional(),
    /** The file waits until its mapping is confirmed. */
    draft: z.enum(["0", "1"]).default("0"),
    /** The file's name, where the body is the file. */
    name: z.string().max(255).optional(),
  }),
  output: z.object({ run: sourceRun, tenantId: z.string(), connection: z.string() }),
  topics: ["sources"],
  takesFile: true,
  mostFiles: 100,
});

export const listFileConnections = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/file-connections",
  ...inTenant,
  summary: "The connections of a tenant that files of a source can be loaded into, the oldest first.",
  input: z.strictObject({ ...ofTenant, source: z.enum(sourceNames) }),
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const previewImport = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/imports/{run}/preview",
  leavesNoNote: true,
  ...inTenant,
  summary: "The first rows of a file as they would be stored under a mapping, and what is wrong with them.",
  input: z.strictObject({ ...ofImport, mapping: sourceMapping.optional(), isDryRun: z.boolean().default(false) }),
  output: importPreview,
});

export const changeReading = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/imports/{run}/reading",
  ...inTenant,
  summary:
    "Reads files that wait for their mapping anew, in another worksheet or encoding, and matches their columns anew. " +
    "Files that are not named stay as they are.",
  input: z.strictObject({
    ...ofImport,
    files: z
      .array(
        z.strictObject({
          /** Its place among the files of the load, from zero on. */
          file: z.int().min(0).max(99),
          ...readingChoice,
        }),
      )
      .min(1)
      .max(100),
  }),
  output: importRun,
});

export const startImport = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/imports/{run}/start",
  ...inTenant,
  status: 202,
  summary:
    "Takes a file in under a mapping. Earlier loads that it replaces go once it is in, as a part of the same load: " +
    "undoing it brings them back.",
  input: z.strictObject({
    ...ofImport,
    mapping: sourceMapping,
    /** Earlier loads, as the check of the whole file names them. */
    replaces: z
      .array(z.strictObject({ connection: z.string().min(1).max(64), run: z.uuid() }))
      .max(20)
      .default([]),
  }),
  output: sourceRun,
});

export const listImports = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports",
  ...inTenant,
  summary: "The loads of files of a tenant, newest first.",
  input: z.strictObject({ ...ofTenant, ...pageInput }),
  output: pageSchema(
    sourceRun.extend({
      connectionName: z.string(),
      source: z.enum(sourceNames),
      /** Who has sent it; null where nobody of that name is known. */
      askedByName: z.string().nullable(),
    }),
  ),
});

export const getImport = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports/{run}",
  ...inTenant,
  summary: "How far a file is.",
  input: z.strictObject(ofImport),
  output: importRun,
});

export const cancelImport = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/imports/{run}/cancel",
  ...inTenant,
  summary: "Stops taking a file in; what has been stored so far stays.",
  input: z.strictObject(ofImport),
  output: sourceRun,
});

export const listImportRejects = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports/{run}/rejects",
  ...inTenant,
  summary: "All rows of a file that were rejected, each with the reason and what has become of it since.",
  input: z.strictObject({ ...ofImport, ...pageInput }),
  output: pageSchema(rejectedRow),
});

export const downloadImportRejects = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports/{run}/rejects/file",
  ...inTenant,
  summary: "All rows of a file that were rejected as CSV, with the reason beside each, to be mended and sent again.",
  input: z.strictObject(ofImport),
  output: z.object({}),
  isFile: true,
});

export const listImportNames = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports/{run}/names",
  ...inTenant,
  summary: "Values of a file that nobody knows and whose rows wait for a decision, the most frequent first.",
  input: z.strictObject({ ...ofImport, ...pageInput }),
  output: pageSchema(unmappedValue),
});

export const decideImportNames = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/imports/{run}/names",
  ...inTenant,
  status: 202,
  summary:
    "Says what values of a file are called here, a new name by itself, and takes in the rows that have waited. " +
    "The mapping of the connection keeps the answers for the next file.",
  input: z.strictObject({
    ...ofImport,
    names: z
      .array(
        z.strictObject({
          field: z.string().min(1).max(100),
          value: z.string().min(1).max(2000),
          name: z.string().trim().min(1).max(200),
        }),
      )
      .min(1)
      .max(200),
  }),
  output: sourceRun,
});

export const listImportNotes = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports/{run}/notes",
  ...inTenant,
  summary: "What was noted of the values of a file, with up to 100 places of each kind.",
  input: z.strictObject(ofImport),
  output: z.object({
    items: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        message: z.string(),
        rows: z.number(),
        /** Where it is, what the file says there, and why it was noted. */
        places: z.array(z.object({ place: z.string(), value: z.string(), reason: z.string() })),
      }),
    ),
  }),
});

export const downloadImportNotes = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports/{run}/notes/file",
  ...inTenant,
  summary: "The same places as CSV; where there are more than are kept, the last line of a kind says how many.",
  input: z.strictObject(ofImport),
  output: z.object({}),
  isFile: true,
});

export const previewImportUndo = route({
  method: "GET",
  path: "/api/tenants/{tenantId}/imports/{run}/undo",
  ...inTenant,
  summary: "What undoing the load of a file would change.",
  input: z.strictObject(ofImport),
  output: undoPreview,
});

export const undoImport = route({
  method: "POST",
  path: "/api/tenants/{tenantId}/imports/{run}/undo",
  ...inTenant,
  status: 202,
  summary: "Undoes the load of a file as a whole: rows that it has added go, rows that it has replaced come back.",
  input: z.strictObject(ofImport),
  output: sourceRun,
});
