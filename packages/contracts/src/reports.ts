import { z } from "zod";
import { dateBases, day, metricAnswer, metricQuery, workProgress } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const name = z.string().trim().min(1).max(64);
export const reportId = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, "Use the report's id, such as tookan-report.");

/** The stretches of days that are offered by name; `to date` ones end with today. */
export const periodNames = [
  ...["today", "yesterday", "last_7_days", "last_30_days", "last_90_days", "this_week", "last_week"],
  ...["this_month", "last_month", "this_quarter", "last_quarter", "this_year", "last_12_months"],
] as const;
export type PeriodName = (typeof periodNames)[number];

/** What a period is held against. */
export const comparisonNames = ["previous_period", "same_weekdays", "same_period_last_year", "none"] as const;
export type ComparisonName = (typeof comparisonNames)[number];

const members = z.union([z.string().min(1).max(200), z.array(z.string().min(1).max(200)).min(1).max(200)]);

/**
 * What the address of a report says, and so what every panel and export of it is read with. A dimension stands under
 * its own id, with one member or several; `driver!=…` is written as `not.driver`.
 */
export const reportView = z
  .object({
    period: z.enum(periodNames).optional(),
    from: day.optional(),
    /** The last day that is meant. */
    to: day.optional(),
    compare: z.enum(comparisonNames).optional(),
    grain: z.enum(["day", "week", "month", "quarter"]).optional(),
    basis: z.enum(dateBases).optional(),
  })
  .catchall(members.optional());
export type ReportView = z.output<typeof reportView>;

const panelBase = {
  id: z.string(),
  title: z.string(),
  /** One line under the title. */
  note: z.string().optional(),
  /** Counted over so many days from today on, whatever the period: for what comes, such as an expiry. */
  ahead: z.number().optional(),
};
const metrics = z.array(name).min(1);

/** How many of the grid's twelve columns a panel takes on a wide screen. */
const width = z.union([z.literal(4), z.literal(6), z.literal(8), z.literal(12)]).optional();

/** A part of a report. Its kind says how its figures are read and drawn; the words are in its title. */
export const reportPanel = z.discriminatedUnion("kind", [
  /** Figures with their course and how they moved. */
  z.object({ ...panelBase, kind: z.literal("kpis"), metrics, width }),
  /** Metrics along time, or one metric split by a dimension; `target` is drawn as a line of its own. */
  z.object({
    ...{ ...panelBase, kind: z.literal("trend"), metrics, width, by: name.optional() },
    ...{ as: z.enum(["line", "stacked", "bar"]), target: name.optional() },
  }),
  /** One metric by two dimensions, as coloured cells. */
  z.object({ ...panelBase, kind: z.literal("heat"), metric: name, rows: name, columns: name, width }),
  /** How the values that a percentile is read from are spread. */
  z.object({ ...panelBase, kind: z.literal("distribution"), metric: name, marks: metrics, width }),
  /** Members from the largest, and how much of the whole they make up together. */
  z.object({ ...panelBase, kind: z.literal("pareto"), metric: name, by: name, width }),
  /** What is left at each stage. */
  z.object({ ...panelBase, kind: z.literal("funnel"), metrics, width }),
  /** Parts that add up to a whole. */
  z.object({ ...panelBase, kind: z.literal("waterfall"), metrics, total: z.string(), width }),
  /** What each member did to the change from the comparison to the period. */
  z.object({ ...panelBase, kind: z.literal("bridge"), metric: name, by: name, width }),
  /** Members with several figures, in the order of the first. */
  z.object({
    ...{ ...panelBase, kind: z.literal("ranking"), metrics, by: name, width },
    /** Members with less than this are listed, but not ranked. */
    least: z.object({ metric: name, value: z.number() }).optional(),
    score: z.object({ parts: z.array(z.object({ metric: name, weight: z.number() })).min(1) }).optional(),
  }),
  /** One metric by a dimension and another, or by a dimension and time. */
  z.object({ ...panelBase, kind: z.literal("pivot"), metric: name, rows: name, columns: name, width }),
  /** The course of one metric for each of the largest members. */
  z.object({ ...panelBase, kind: z.literal("multiples"), metric: name, by: name, width }),
  /** Where it happened. */
  z.object({ ...panelBase, kind: z.literal("map"), metric: name, by: name, width }),
  /** How long stock lasts at the usual demand and at a high one, and what should be ordered. */
  z.object({ ...panelBase, kind: z.literal("cover"), stock: name, demand: name, by: name, width }),
  /** A metric of those branches that were open in both whole periods, and what the others did. */
  z.object({ ...panelBase, kind: z.literal("like-for-like"), metric: name, width }),
]);
export type ReportPanel = z.output<typeof reportPanel>;
export type PanelKind = ReportPanel["kind"];

const reportSummary = z.object({
  id: reportId,
  title: z.string(),
  /** What it answers, in one line. */
  question: z.string(),
  /** The page that shows it. */
  path: z.string(),
  domains: z.array(z.string()),
  /** Labels, ids and other names of what it shows, to be found by. */
  words: z.array(z.string()),
  /** How far its data reaches; null where none has come in. */
  ingestedAt: instant.nullable(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  isFavourite: z.boolean(),
  viewedAt: instant.nullable(),
});
export type ReportSummary = z.output<typeof reportSummary>;

export const listReports = route({
  method: "GET",
  path: "/api/reports",
  permission: "reports.read",
  summary: "The reports that one's tenant has, with how fresh they are and which of them one likes or has looked at.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(reportSummary) }),
  isOpenToPlatform: true,
  topics: ["reports", "metrics"],
});

const savedView = z.object({
  id: z.string(),
  title: z.string(),
  /** The query of the report's address, without the question mark. */
  query: z.string(),
  isShared: z.boolean(),
  isMine: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

/** A report as data: what it is called, what it can be narrowed by, and its panels in their order. */
export const reportDefinition = z.object({
  ...{ id: reportId, title: z.string(), question: z.string(), path: z.string(), domains: z.array(z.string()) },
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
      }),
    ),
    today: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    /** The query of the address that one left it with, without the question mark. */
    remembered: z.string().nullable(),
    /** Long work on the tenant's data that has not ended: until it has, figures are missing. */
    progress: z.array(workProgress),
    annotations: z.array(z.object({ id: z.string(), day: z.string(), text: z.string(), isMine: z.boolean() })),
    views: z.array(savedView),
  }),
  isOpenToPlatform: true,
  topics: ["reports", "metrics"],
});

const distribution = z.object({
  /** In the metric's unit, from the smallest; each bin ends where the next begins. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
  /** Values beyond the last bin, so that a few very long ones do not press the picture flat. */
  beyond: z.number(),
  count: z.number(),
});
export type Distribution = z.output<typeof distribution>;

const score = z.object({
  member: z.string(),
  /** From 0 to 100; null where there are too few rows to judge. */
  value: z.number().nullable(),
  parts: z.array(z.object({ metric: z.string(), label: z.string(), weight: z.number(), value: z.number().nullable() })),
});

const cover = z.object({
  member: z.string(),
  stock: z.number(),
  /** Units used on a usual day, and on a day of a week as high as one in ten. */
  perDay: z.number(),
  perHighDay: z.number(),
  /** Days until nothing is left; null where nothing is used. */
  days: z.number().nullable(),
  daysIfHigh: z.number().nullable(),
  /** How regular the demand is: X hardly varies, Y does, Z comes and goes; null without demand. */
  regularity: z.enum(["X", "Y", "Z"]).nullable(),
  /** Days that a delivery takes; null where the source does not say. */
  leadDays: z.number().nullable(),
  /** What is missing until the next delivery at high demand; null without a lead time. */
  order: z.number().nullable(),
});
export type Cover = z.output<typeof cover>;

const place = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** The member that decides its colour. */
  member: z.string(),
  value: z.number(),
});

/** What a panel shows: the questions that were asked for it with their answers, and what follows from them. */
export const panelAnswer = z.object({
  panel: z.string(),
  questions: z.array(z.object({ query: metricQuery, answer: metricAnswer })),
  /** Metrics whose change is no larger than their usual swing from period to period. */
  noise: z.array(z.string()),
  distribution: distribution.optional(),
  scores: z.array(score).optional(),
  /** Members or figures that were left out, each with the reason. */
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
  covers: z.array(cover).optional(),
  places: z.array(place).optional(),
  /** Coasts and borders around the places: rings of longitude and latitude. */
  outlines: z.array(z.array(z.tuple([z.number(), z.number()]))).optional(),
});
export type PanelAnswer = z.output<typeof panelAnswer>;

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
  summary: "Coasts and borders around a place, as rings of longitude and latitude.",
  input: z.strictObject({
    latitude: z.coerce.number().min(-90).max(90),
    longitude: z.coerce.number().min(-180).max(180),
  }),
  output: z.object({ outlines: z.array(z.array(z.tuple([z.number(), z.number()]))) }),
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
