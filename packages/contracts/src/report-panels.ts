import { z } from "zod";
import { answeredDayAfter, metricAnswer, metricQuery } from "./metrics.ts";

const name = z.string().trim().min(1).max(64);

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

/** The metric whose worst members stand first, by which way is good for it: for panels that ask who needs help. */
const worstBy = name.optional();

/** A part of a report. Its kind says how its figures are read and drawn; the words are in its title. */
export const reportPanel = z.discriminatedUnion("kind", [
  /** Figures with their course and how they moved. */
  z.object({ ...panelBase, kind: z.literal("kpis"), metrics, width }),
  /** Metrics along time, or one metric split by a dimension; `target` is drawn as a line of its own. */
  z.object({
    ...panelBase,
    kind: z.literal("trend"),
    metrics,
    width,
    by: name.optional(),
    as: z.enum(["line", "stacked", "bar"]),
    target: name.optional(),
  }),
  /** One metric by two dimensions, as coloured cells; `others` can be shown in its place. */
  z.object({
    ...panelBase,
    kind: z.literal("heat"),
    metric: name,
    others: metrics.optional(),
    rows: name,
    columns: name,
    width,
  }),
  /** How the values that a percentile is read from are spread. */
  z.object({ ...panelBase, kind: z.literal("distribution"), metric: name, marks: metrics, width }),
  /** How far rows were from what was promised, on both sides, and what another grace would make of a rate. */
  z.object({ ...panelBase, kind: z.literal("deviation"), metric: name, width }),
  /** Members from the largest, and how much of the whole they make up together. */
  z.object({ ...panelBase, kind: z.literal("pareto"), metric: name, by: name, width }),
  /** What is left at each stage. */
  z.object({ ...panelBase, kind: z.literal("funnel"), metrics, width }),
  /** The stages that a time is made of, for populations beside each other; those of a population add up to its total. */
  z.object({
    ...panelBase,
    kind: z.literal("stages"),
    /** What the stages are called, in their order, and their sum. */
    stages: z.array(z.string()).min(1),
    total: z.string(),
    /** The metrics of one population: one for each stage, their sum, and how many it has. */
    populations: z.array(z.object({ name: z.string(), stages: metrics, total: name, count: name })).min(1),
    width,
  }),
  /** What each member did to the change from the comparison to the period. */
  z.object({ ...panelBase, kind: z.literal("bridge"), metric: name, by: name, width }),
  /** Members with several figures, in the order of the first. */
  z.object({
    ...panelBase,
    kind: z.literal("ranking"),
    metrics,
    by: name,
    width,
    /** Members with less than this are listed, but not ranked. */
    least: z.object({ metric: name, value: z.number() }).optional(),
    worstBy,
    score: z.object({ parts: z.array(z.object({ metric: name, weight: z.number() })).min(1) }).optional(),
  }),
  /** One metric by a dimension and another, or by a dimension and time. */
  z.object({ ...panelBase, kind: z.literal("pivot"), metric: name, rows: name, columns: name, width }),
  /** The course of one metric for each of the largest members, or of the worst. */
  z.object({ ...panelBase, kind: z.literal("multiples"), metric: name, by: name, worstBy, width }),
  /** Where it happened; members of `labels`, such as zones, are named where their rows lie. */
  z.object({ ...panelBase, kind: z.literal("map"), metric: name, by: name, labels: name.optional(), width }),
  /** How long stock lasts at the usual demand and at a high one, and what should be ordered. */
  z.object({ ...panelBase, kind: z.literal("cover"), stock: name, demand: name, by: name, width }),
  /** How long what is on hand has lain there, by age and warehouse, or by age with quantity, value and share. */
  z.object({
    ...panelBase,
    kind: z.literal("ageing"),
    stock: name,
    value: name,
    width,
    as: z.enum(["bars", "table"]),
  }),
  /** Members by the value of their demand (A, B, C) and how regular it is (X, Y, Z), or those whose class moved. */
  z.object({
    ...panelBase,
    kind: z.literal("classes"),
    demand: name,
    value: name,
    by: name,
    width,
    as: z.enum(["grid", "moves"]),
  }),
  /** A metric of those branches that were open in both whole periods, and what the others did. */
  z.object({ ...panelBase, kind: z.literal("like-for-like"), metric: name, width }),
  /** How the running month, or a period that is over, stands against its target and where it will end. */
  z.object({
    ...panelBase,
    kind: z.literal("pace"),
    metric: name,
    target: name,
    by: name,
    width,
    as: z.enum(["course", "members"]),
  }),
]);
export type ReportPanel = z.output<typeof reportPanel>;
export type PanelKind = ReportPanel["kind"];

const distribution = z.object({
  /** In the metric's unit, from the smallest; each bin ends where the next begins. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
  /** Values beyond the last bin, so that a few very long ones do not press the picture flat. */
  beyond: z.number(),
  count: z.number(),
});
export type Distribution = z.output<typeof distribution>;

const deviation = z.object({
  /** The minute that the first count stands for; below zero is early. */
  first: z.number(),
  /** Rows for each minute: those that were late by more than the minute before it, and by no more than itself. */
  counts: z.array(z.number()),
  /** A few rows before the first minute and after the last. */
  before: z.number(),
  after: z.number(),
  /** The same rows by whole days before and after the grace, from the earliest; days without rows are left out. */
  outer: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
  /** Rows that are judged although nobody knows how late they were: they are never on time. */
  unknown: z.number(),
  graceMinutes: z.number(),
  /** Minutes by which half of the rows, and nine of ten, were done; null without rows. */
  p50: z.number().nullable(),
  p90: z.number().nullable(),
});
export type Deviation = z.output<typeof deviation>;

const paceFigures = z.object({
  /** Up to the last day that is over. */
  actual: z.number(),
  targetSoFar: z.number(),
  /** For all days, also those that are not over. */
  target: z.number(),
  forecast: z.number(),
});
export type PaceFigures = z.output<typeof paceFigures>;

const pace = z.object({
  /** The days that are meant, and the first day that is not over. */
  from: z.string(),
  to: answeredDayAfter,
  until: z.string(),
  /** What each period brings in or is to bring in; a forecast only for days that are not over. */
  periods: z.array(
    z.object({
      start: z.string(),
      actual: z.number().nullable(),
      target: z.number(),
      forecast: z.number().nullable(),
    }),
  ),
  whole: paceFigures,
  members: z.array(paceFigures.extend({ member: z.string() })),
});
export type Pace = z.output<typeof pace>;

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

const stockHeld = { quantity: z.number(), value: z.number() };

const ageing = z.object({
  asOf: z.string(),
  /** From the newest; both ends in days of age, the last without an end. */
  buckets: z.array(
    z.object({
      from: z.number(),
      to: z.number().nullable(),
      ...stockHeld,
      warehouses: z.array(z.object({ member: z.string(), ...stockHeld })),
    }),
  ),
  /** The part of the oldest bucket that no stored movement brought in. */
  unexplained: z.object(stockHeld),
  /** Items without an age, because nothing of them is on hand or more has left than came in; the lowest are named. */
  below: z.object({
    items: z.number(),
    ...stockHeld,
    lowest: z.array(z.object({ warehouse: z.string(), product: z.string(), ...stockHeld })),
  }),
});
export type Ageing = z.output<typeof ageing>;

const classed = z.object({
  /** A makes up the first 80 % of all value, B the next 15 %, C the rest. */
  abc: z.enum(["A", "B", "C"]),
  xyz: z.enum(["X", "Y", "Z"]),
  value: z.number(),
  /** Of the value of all members. */
  share: z.number(),
  /** The standard deviation of the weekly demand as a share of its mean. */
  variation: z.number(),
});
export type Classed = z.output<typeof classed>;

const classes = z.object({
  /** The whole weeks that are judged, and how many weeks earlier they are judged again. */
  from: z.string(),
  to: answeredDayAfter,
  weeks: z.number(),
  weeksBack: z.number(),
  cells: z.array(classed.pick({ abc: true, xyz: true, value: true, share: true }).extend({ items: z.number() })),
  /** Those with the largest value first; null where there was no demand. */
  moved: z.array(z.object({ member: z.string(), now: classed.nullable(), before: classed.nullable() })),
  movedItems: z.number(),
});
export type Classes = z.output<typeof classes>;

const place = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** The member that decides its colour. */
  member: z.string(),
  value: z.number(),
});

const mapLines = z.array(z.array(z.tuple([z.number(), z.number()])));

/** What lies around places: coasts as rings, and borders between countries as lines, of longitude and latitude. */
export const mapOutlines = { outlines: mapLines, borders: mapLines };

const answerBase = {
  panel: z.string(),
  questions: z.array(z.object({ query: metricQuery, answer: metricAnswer })),
  /** Metrics whose change is no larger than their usual swing from period to period. */
  noise: z.array(z.string()),
  /** Members or figures that were left out, each with the reason. */
  leftOut: z.array(z.object({ name: z.string(), reason: z.string() })),
};

/** The answer of a kind that shows its questions and nothing beside them. */
const plainAnswer = <Kind extends PanelKind>(kind: Kind) => z.object({ ...answerBase, kind: z.literal(kind) });

/**
 * What a panel shows: its questions with their answers, and what follows from them by the kind of the panel. That is
 * left out where the filters apply to none of its metrics.
 */
export const panelAnswer = z.discriminatedUnion("kind", [
  plainAnswer("kpis"),
  plainAnswer("trend"),
  plainAnswer("heat"),
  z.object({ ...answerBase, kind: z.literal("distribution"), distribution: distribution.optional() }),
  z.object({ ...answerBase, kind: z.literal("deviation"), deviation: deviation.optional() }),
  plainAnswer("pareto"),
  plainAnswer("funnel"),
  plainAnswer("stages"),
  plainAnswer("bridge"),
  z.object({ ...answerBase, kind: z.literal("ranking"), scores: z.array(score).optional() }),
  plainAnswer("pivot"),
  plainAnswer("multiples"),
  z.object({
    ...answerBase,
    kind: z.literal("map"),
    places: z.array(place).optional(),
    ...z.object(mapOutlines).partial().shape,
    /** The members of `labels`, each in the middle of its rows; those with the most rows first. */
    labels: z.array(z.object({ name: z.string(), latitude: z.number(), longitude: z.number() })).optional(),
  }),
  z.object({ ...answerBase, kind: z.literal("cover"), covers: z.array(cover).optional() }),
  z.object({ ...answerBase, kind: z.literal("ageing"), ageing: ageing.optional() }),
  z.object({ ...answerBase, kind: z.literal("classes"), classes: classes.optional() }),
  plainAnswer("like-for-like"),
  z.object({ ...answerBase, kind: z.literal("pace"), pace: pace.optional() }),
]);
export type PanelAnswer = z.output<typeof panelAnswer>;

/** A panel of one kind, and its answer. */
export type PanelForKind<Kind extends PanelKind> = Extract<ReportPanel, { kind: Kind }>;
export type PanelAnswerFor<Kind extends PanelKind> = Extract<PanelAnswer, { kind: Kind }>;
