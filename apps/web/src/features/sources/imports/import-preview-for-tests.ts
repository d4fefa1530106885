import type { ImportPreview, ImportRun, RejectedRow, SourceMapping } from "@console/contracts";

export const draft: ImportRun = {
  id: "r1",
  connection: "c1",
  connectionName: "Files",
  loaded: null,
  undo: null,
  doubledLoads: [],
  cause: "import",
  state: "draft",
  note: null,
  notes: [],
  isUndone: false,
  replacedBy: null,
  attempt: 0,
  problem: null,
  rows: {
    read: 0,
    written: 0,
    replaced: 0,
    unchanged: 0,
    duplicates: 0,
    deleted: 0,
    rejected: 0,
    leftOut: 0,
    total: null,
  },
  fileName: "sales.csv",
  files: [{ name: "sales.csv", rows: null, note: null }],
  replaces: [],
  range: null,
  isFull: false,
  askedBy: null,
  askedAt: "2026-11-15T10:00:00.000Z",
  startedAt: null,
  endedAt: null,
  secondsLeft: null,
};
export const mapping: SourceMapping = { fact: "sale_lines", fields: { sold_at: { from: "Date", dates: "dmy" } } };
const form: ImportPreview["form"] = { kind: "csv", encoding: "utf-8", delimiter: ";", worksheet: null };
export const preview: ImportPreview = {
  run: draft,
  form,
  files: [{ name: "sales.csv", rows: 2, form, worksheets: [], hasEncodings: false, gaps: [], note: null }],
  conflicts: [],
  signs: null,
  returns: [],
  likeFile: { name: "february.csv", loadedAt: "2026-03-01T10:00:00.000Z" },
  suggestion: { mapping, reasons: { gross_minor: "It has the name of the field." }, computed: {} },
  currency: "AED",
  timeZone: "Asia/Dubai",
  keys: { rows: 2, candidates: [], equalRows: 0, shared: [] },
  columns: [
    {
      name: "Date",
      type: "day",
      samples: ["01/11/2026"],
      filled: 2,
      decimal: null,
      dates: { style: "dmy", isSure: false, evidence: "2 days can be day/month or month/day.", shortYears: 0 },
    },
    {
      name: "Total",
      type: "number",
      samples: ["10,50"],
      filled: 2,
      decimal: { style: "comma", isSure: true, evidence: "2 numbers can only have a decimal comma." },
      dates: null,
    },
  ],
  tables: [
    { fact: "sale_lines", label: "Sales" },
    { fact: "branches", label: "Branches" },
  ],
  fields: [
    { name: "source_key", label: "Key in the source", type: "text", choices: [], isRequired: false },
    { name: "sold_at", label: "Sold at", type: "instant", choices: [], isRequired: true },
    { name: "gross_minor", label: "Gross", type: "money", choices: [], isRequired: true },
  ],
  mapping,
  rows: [
    { line: 2, values: {}, record: { sold_at: "2026-11-01T10:00:00.000Z" }, problems: [], notes: [] },
    { line: 3, values: {}, record: {}, problems: [{ field: "sold_at", message: '"x" is not a day.' }], notes: [] },
  ],
  counts: null,
};

export const doubledLoads: NonNullable<ImportPreview["counts"]>["doubledLoads"] = [
  {
    run: "r0",
    connection: "c0",
    connectionName: null,
    fileName: "october.csv",
    loadedAt: "2026-11-03T10:00:00.000Z",
    rows: 10,
    doubles: 3,
    corrections: 0,
    refusal: null,
    isShared: false,
  },
];

/** A row that was rejected and has come in since. */
export const rejected: RejectedRow = {
  id: "7",
  run: "r1",
  fact: "sale_lines",
  place: "line 3",
  field: "sold_at",
  reason: '"x" is not a day.',
  record: { Date: "x", Total: "10,50" },
  state: "superseded",
  rejectedAt: "2026-11-15T10:00:00.000Z",
};
