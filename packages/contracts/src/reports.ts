import { z } from "zod";
import { dateBases, day, firstDayAfter, workProgress } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { mapOutlines, panelAnswer, reportPanel } from "./report-panels.ts";
import { route } from "./route.ts";

export const reportId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "Use the report's id, such as tookan-report.");

/** The stretches of days that are offered by name; `to date` ones end with today. */
export const periodNames = [
  "today",
  "yesterday",
  "last_7_days",
  "last_30_days",
  "last_90_days",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "this_quarter",
  "last_quarter",
  "this_year",
  "last_12_months",
] as const;
export type PeriodName = (typeof periodNames)[number];

/** What a period is held against. */
export const comparisonNames = ["previous_period", "same_weekdays", "same_period_last_year", "none"] as const;
export type ComparisonName = (typeof comparisonNames)[number];

const members = z.union([z.string().min(1).max(200), z.array(z.string().min(1).max(200)).min(1).max(200)]);

/**
 * What every panel and export of a report is read with. A dimension stands under its own id, with one member or
 * several; `driver!=…` is written as `not.driver`. The address of a page says the same, but names the last day as `to`.
 */
export const reportView = z
  .object({
    period: z.enum(periodNames).optional(),
    from: day.optional(),
    to: firstDayAfter.optional(),
    compare: z.enum(comparisonNames).optional(),
    grain: z.enum(["day", "week", "month", "quarter"]).optional(),
    basis: z.enum(dateBases).optional(),
  })
  .catchall(members.optional());
export type ReportView = z.output<typeof reportView>;

const reportSummary = z.object({
  id: reportId,
  title: z.string(),
  /** What it answers, in one line. */
  question: z.string(),
  /** The page that shows it. */
  path: z.string(),
  domains: z.array(z.string()),
  /** The number of the section in which the figures of a domain begin, counted from 0; by domain. */
  beginnings: z.record(z.string(), z.number()),
  /** Where its data comes from. */
  sources: z.array(z.string()),
  /** Labels, ids and other names of what it shows, to be found by. */
  words: z.array(z.string()),
  /** The titles of its panels, and the names of the figures in them. */
  panels: z.array(z.string()),
  metrics: z.array(z.string()),
  /** The panel with its first figures. */
  headline: reportPanel.nullable(),
  /** How far its data reaches; null where none has come in. */
  ingestedAt: instant.nullable(),
  isLate: z.boolean(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  isFavourite: z.boolean(),
  viewedAt: instant.nullable(),
});
export type ReportSummary = z.output<typeof reportSummary>;

const missingReport = z.object({
  id: reportId,
  title: z.string(),
  question: z.string(),
  sources: z.array(z.string()),
  /** What became of the tenant's last request for it; null where there is none. */
  request: z
    .object({
      askedAt: instant,
      state: z.enum(["open", "granted", "declined"]),
      answer: z.string().nullable(),
      /** Whether the caller has made it, and may withdraw it while it is open. */
      isMine: z.boolean(),
    })
    .nullable(),
});
export type MissingReport = z.output<typeof missingReport>;

export const listReports = route({
  method: "GET",
  path: "/api/reports",
  permission: "reports.read",
  summary: "The reports that one's tenant has, with how fresh they are and which of them one likes or has looked at.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(reportSummary),
    /** The reports whose sources one's tenant does not have. */
    missing: z.array(missingReport),
  }),
  isOpenToPlatform: true,
  topics: ["reports", "metrics"],
});

export const askForReport = route({
  method: "POST",
  path: "/api/reports/{report}/requests",
  permission: "reports.read",
  summary:
    "Asks platform admins for a report whose source one's tenant does not have. A tenant has one open request for a report.",
  input: z.strictObject({ report: reportId, note: z.string().trim().max(500).optional() }),
  output: z.object({ askedAt: instant, /** False where it was asked for already. */ isNew: z.boolean() }),
  topics: ["reports", "outbox"],
  status: 201,
  limit: { calls: 30, perSeconds: 60 },
});

export const withdrawReportRequest = route({
  method: "DELETE",
  path: "/api/reports/{report}/requests",
  permission: "reports.read",
  summary: "Withdraws one's own request for a report that nobody has answered yet.",
  input: z.strictObject({ report: reportId }),
  output: z.object({}),
  topics: ["reports"],
});

const savedView = z.object({
  id: z.string(),
  title: z.string(),
  /** The view as a query, without the question mark. */
  query: z.string(),
  isShared: z.boolean(),
  isMine: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

/** A report as data: what it is called, what it can be narrowed by, and its panels in their order. */
export const reportDefinition = z.object({
  id: reportId,
  title: z.string(),
  question: z.string(),
  path: z.string(),
  domains: z.array(z.string()),
  filters: z.array(z.object({ dimension: z.string(), label: z.string(), members: z.array(z.string()).nullable() })),
  defaults: z.object({ period: z.enum(periodNames), compare: z.enum(comparisonNames) }),
  bases: z.array(z.enum(dateBases)),
  sections: z.array(z.object({ title: z.string().nullable(), panels: z.array(reportPanel) })),
  /** The metrics whose rows can be listed, the first by itself. */
  rows: z.array(z.object({ metric: z.string(), label: z.string() })),
});
export type ReportDefinition = z.output<typeof reportDefinition>;

export const getReport = route({
  method: "GET",
  path: "/api/reports/{report}",
  permission: "reports.read",
  summary: "One report as data: its filters and panels, and how one left it the last time.",
  input: z.strictObject({ report: reportId }),
  output: reportDefinition.extend({
    freshness: z.array(
      z.object({
        domain: z.string(),
        firstDay: z.string().nullable(),
        lastDay: z.string().nullable(),
        ingestedAt: instant.nullable(),
        isLate: z.boolean(),
      }),
    ),
    today: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    /** The view that one left it with, as a query without the question mark. */
    remembered: z.string().nullable(),
    /** Long work on the tenant's data that has not ended: until it has, figures are missing. */
    progress: z.array(workProgress),
    annotations: z.array(z.object({ id: z.string(), day: z.string(), text: z.string(), isMine: z.boolean() })),
    views: z.array(savedView),
  }),
  isOpenToPlatform: true,
  topics: ["reports", "metrics"],
});

const viewParts = z.record(z.string(), z.array(z.string()));

const viewProblem = z.object({
  /** What of the address cannot be meant: values by their part, and in a word. */
  wrong: viewParts,
  subject: z.string(),
  /** What is wrong, and what can be done about it. */
  message: z.string(),
  /** What may have been meant instead. */
  suggestions: z.array(z.object({ label: z.string(), instead: viewParts })),
});
export type ViewProblem = z.output<typeof viewProblem>;

export const checkView = route({
  method: "GET",
  path: "/api/reports/{report}/check",
  permission: "reports.read",
  summary: "What in the address of a report cannot be meant, each part once, with what would work.",
  input: z.strictObject({
    report: reportId,
    /** The view as a query, without the question mark. */
    query: z.string().max(16_000, "The address is longer than any that a report has."),
  }),
  output: z.object({ problems: z.array(viewProblem) }),
  isOpenToPlatform: true,
  topics: ["reports", "metrics"],
});

export const readPanel = route({
  method: "GET",
  path: "/api/reports/{report}/panels/{panel}",
  permission: "reports.read",
  summary: "The figures of one panel of a report, under the same query as the report's page.",
  input: reportView.extend({ report: reportId, panel: z.string().max(64) }),
  output: panelAnswer,
  isOpenToPlatform: true,
  topics: ["reports", "metrics"],
});

export const readOutlines = route({
  method: "GET",
  path: "/api/outlines",
  permission: "reports.read",
  summary: "Coasts and borders around a place, as rings and lines of longitude and latitude.",
  input: z.strictObject({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
  }),
  output: z.object(mapOutlines),
  isOpenToPlatform: true,
  topics: ["reports"],
});

export const saveView = route({
  method: "POST",
  path: "/api/reports/{report}/views",
  permission: "reports.read",
  summary: "Keeps a report as it is, under a name; one's own of the same name is replaced.",
  input: z.strictObject({
    report: reportId,
    title: z.string().trim().min(1, "Give the view a name.").max(80),
    query: z.string().max(4000),
    isShared: z.boolean().default(false),
  }),
  output: savedView,
  topics: ["reports"],
  status: 201,
});

export const deleteView = route({
  method: "DELETE",
  path: "/api/reports/{report}/views/{view}",
  permission: "reports.read",
  summary: "Forgets a saved view: one's own, or a shared one for those who may share.",
  input: z.strictObject({ report: reportId, view: z.string().max(64) }),
  output: z.object({ isDeleted: z.boolean() }),
  topics: ["reports"],
});

export const annotateDay = route({
  method: "POST",
  path: "/api/annotations",
  permission: "reports.share",
  summary: "Notes what happened on a day; every chart along time shows it.",
  input: z.strictObject({ day, text: z.string().trim().min(1, "Say what happened.").max(140) }),
  output: z.object({ id: z.string() }),
  topics: ["reports"],
  status: 201,
});

export const deleteAnnotation = route({
  method: "DELETE",
  path: "/api/annotations/{annotation}",
  permission: "reports.share",
  summary: "Takes a note about a day away.",
  input: z.strictObject({ annotation: z.string().max(64) }),
  output: z.object({ isDeleted: z.boolean() }),
  topics: ["reports"],
});
