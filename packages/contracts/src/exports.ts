import { z } from "zod";
import { dateBases, metricFilter, metricTime } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { reportId, reportView } from "./reports.ts";
import { route } from "./route.ts";

export const exportFormats = ["csv", "xlsx", "pdf"] as const;
export type ExportFormatName = (typeof exportFormats)[number];

/** What of a report goes into a file: the figures of its panels, the rows of its list, or both. */
export const exportContents = ["all", "figures", "rows"] as const;

const exportChoice = {
  format: z.enum(exportFormats),
  content: z.enum(exportContents).default("all"),
  /** The metric whose rows are meant; the first of the report when left out. */
  rows: z.string().trim().min(1).max(64).optional(),
  /** A text that the rows must hold. */
  q: z.string().trim().max(200).optional(),
};

/** Rows that are fewer than the report's: those behind one figure of it. */
export const narrowedRows = z.strictObject({
  /** What they are, in words, for the file and the list of exports. */
  label: z.string().trim().min(1).max(300),
  metric: z.string().trim().min(1).max(64),
  filters: z.array(metricFilter).max(20),
  time: metricTime,
  basis: z.enum(dateBases).optional(),
});
export type NarrowedRows = z.output<typeof narrowedRows>;

export const exportReport = route({
  method: "GET",
  path: "/api/reports/{report}/export",
  permission: "reports.read",
  summary: "A report as a file: all its figures and all matching rows, under the same query as its page.",
  input: reportView.extend({ report: reportId, ...exportChoice }),
  output: z.unknown(),
  topics: ["reports"],
  isFile: true,
  isOpenToPlatform: true,
});

/** The kinds of files that are made in the background: those of reports, and of lines. */
const fileFormats = [...exportFormats, "ndjson"] as const;
export type FileFormatName = (typeof fileFormats)[number];

export const exportStates = ["waiting", "running", "done", "failed", "cancelled"] as const;

export const exportJob = z.object({
  id: z.string(),
  /** What the file is of: the id of a report, or the logs. */
  subject: z.string(),
  title: z.string(),
  /** The view as a query: the page under `path` shows the same figures or lines. */
  query: z.string(),
  path: z.string(),
  /** What the file is about, in words: days, filters, and which rows. */
  summary: z.string(),
  content: z.enum(exportContents),
  format: z.enum(fileFormats),
  state: z.enum(exportStates),
  rowsDone: z.number(),
  rowsTotal: z.number().nullable(),
  bytes: z.number().nullable(),
  /** Why it failed, in words for its reader. */
  problem: z.string().nullable(),
  askedAt: instant,
  endedAt: instant.nullable(),
  expiresAt: instant,
});
export type ExportJob = z.output<typeof exportJob>;

export const startExport = route({
  method: "POST",
  path: "/api/exports",
  permission: "reports.read",
  failures: ["not_found"],
  summary: "Makes a file of a report in the background; it is kept for a day.",
  input: z.strictObject({
    report: reportId,
    query: z.string().max(4000).default(""),
    ...exportChoice,
    narrowed: narrowedRows.optional(),
  }),
  output: exportJob,
  topics: ["exports"],
  status: 202,
  limit: { calls: 60, perSeconds: 3600 },
});

export const listExports = route({
  method: "GET",
  path: "/api/exports",
  permission: "reports.read",
  summary: "The files that one has asked for, newest first.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(exportJob) }),
  topics: ["exports"],
});

export const getExport = route({
  method: "GET",
  path: "/api/exports/{export}",
  permission: "reports.read",
  summary: "How far a file is.",
  input: z.strictObject({ export: z.string().max(64) }),
  output: exportJob,
  topics: ["exports"],
});

export const cancelExport = route({
  method: "DELETE",
  path: "/api/exports/{export}",
  permission: "reports.read",
  summary: "Stops the making of a file, or removes it.",
  input: z.strictObject({ export: z.string().max(64) }),
  output: exportJob,
  topics: ["exports"],
});

export const linkExport = route({
  method: "POST",
  path: "/api/exports/{export}/link",
  permission: "reports.read",
  summary: "A link to a finished file that works without signing in, for a short time.",
  input: z.strictObject({ export: z.string().max(64) }),
  output: z.object({ url: z.string(), expiresAt: instant }),
  topics: ["exports"],
});

export const downloadExport = route({
  method: "GET",
  path: "/api/exports/files/{key}",
  permission: "public",
  summary: "A finished file by its link.",
  input: z.strictObject({ key: z.string().max(1000) }),
  output: z.unknown(),
  topics: ["exports"],
  isFile: true,
});
