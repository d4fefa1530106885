import { z } from "zod";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

/** The name of a metric or a dimension; whether it exists, the registry says. */
const name = z.string().trim().min(1).max(64);
const member = z.string().min(1).max(200);

/** A calendar day of the tenant. */
export const day = z
  .string()
  .regex(/^(?:19|20|21)\d\d-\d\d-\d\d$/, "Use a day between 1900 and 2199 as YYYY-MM-DD.")
  .refine((text) => isDay(text), "There is no such day in the calendar.");

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day that the calendar has. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** The kinds of periods, from the smallest to the largest; weeks begin on Monday. */
export const grains = ["hour", "day", "week", "month", "quarter", "year"] as const;
export type Grain = (typeof grains)[number];

/** The end of every range of days that is asked for: ranges are half-open, so that it may follow the last of all days. */
export const firstDayAfter = z
  .string()
  .regex(/^(?:(?:19|20|21)\d\d-\d\d-\d\d|2200-01-01)$/, "Use a day between 1900 and 2199 as YYYY-MM-DD.")
  .refine((text) => isDay(text), "There is no such day in the calendar.")
  .describe("The first day after the range.");

/** The same in answers, whose days may lie beyond those that can be asked for. */
export const answeredDayAfter = z.string().describe("The first day after the range.");

/** Half-open days. `unit` says which kind of period is running, where days alone do not. */
const range = z.strictObject({
  from: day,
  to: firstDayAfter,
  unit: z.enum(["day", "week", "month", "quarter", "year"]).optional(),
});
const moment = z.strictObject({ asOf: day });

/** A range, a moment, or the documented default: the last 30 days, or now for what is a state. */
export const metricTime = z.union([range, moment, z.strictObject({ default: z.literal(true) })], {
  error: 'Use {"from", "to"}, {"asOf"} or {"default": true}.',
});

export const metricFilter = z.strictObject({
  field: name,
  op: z.enum(["in", "not_in"]).default("in"),
  values: z.array(member).min(1).max(500),
});

export type MetricFilter = z.output<typeof metricFilter>;

/** Which of a row's days decides whether it lies in the period; the first is what is meant when none is named. */
export const dateBases = ["due", "created", "completed"] as const;
export type DateBasis = (typeof dateBases)[number];

export const metricCompare = z.union(
  [
    z.strictObject({ type: z.enum(["previous_period", "same_period_last_year"]) }),
    z.strictObject({ type: z.literal("range"), from: day, to: firstDayAfter }),
    z.strictObject({ type: z.literal("asOf"), asOf: day }),
  ],
  { error: "Use previous_period, same_period_last_year, range with from and to, or asOf with a day." },
);

export const comparisons = ["<", "<=", ">", ">=", "=", "!="] as const;

/** A question about figures, as data. */
export const metricQuery = z.strictObject({
  metrics: z.array(name).min(1).max(12),
  dimensions: z.array(name).max(3).default([]),
  filters: z.array(metricFilter).max(20).default([]),
  time: metricTime.default({ default: true }),
  /** The day that a row counts on, where its facts have several. */
  basis: z.enum(dateBases).optional(),
  grain: z.enum(grains).optional(),
  compare: metricCompare.optional(),
  /** With a comparison and one metric: what its change came from. */
  explain: z.boolean().optional(),
  /**
   * Adds each row's share of the total that stands before filters on the row's own dimensions. Without dimensions it is
   * the share of what the filters leave in the whole without them, of the totals too.
   */
  share: z.literal("total").optional(),
  /** Filters rows by the values of metrics; percentages are fractions, money is in whole currency units. */
  having: z
    .array(z.strictObject({ metric: name, op: z.enum(comparisons), value: z.number() }))
    .max(10)
    .default([]),
  sort: z
    .array(z.strictObject({ by: z.string().trim().min(1).max(80), dir: z.enum(["asc", "desc"]).default("desc") }))
    .max(4)
    .default([]),
  /** With a grain it counts members, each with all its periods. */
  limit: z.number().int().min(1).max(10_000).optional(),
  /** The best rows inside each member of a dimension; a number means inside each member of the first one. */
  limitPer: z
    .union([
      z.number().int().min(1).max(1000),
      z.strictObject({ dimension: name, limit: z.number().int().min(1).max(1000) }),
    ])
    .optional(),
  /** With a limit: one more row that holds everything beyond it. */
  other: z.boolean().default(false),
  /** With a grain: each period holds the sum of all periods up to it. */
  cumulative: z.boolean().default(false),
});

export type MetricQuery = z.output<typeof metricQuery>;
export type MetricQueryInput = z.input<typeof metricQuery>;

export const metricUnits = [
  "count",
  "number",
  "percent",
  "currency",
  "units",
  "minutes",
  "hours",
  "days",
  "km",
  "megabytes",
] as const;

const metricColumn = z.object({
  id: z.string(),
  label: z.string(),
  kind: z.enum(["dimension", "period", "metric", "compare", "share"]),
  unit: z.string().nullable(),
  /** Which way is good news. */
  good: z.enum(["up", "down"]).nullable(),
});

const cell = z.union([z.string(), z.number(), z.null()]);
const resolvedTime = z.object({
  from: z.string().nullable(),
  to: answeredDayAfter,
});

/** What a member of a dimension did to the change of the whole. Of a rate, the two parts say what did it. */
const contribution = z.object({
  member: z.string(),
  now: z.number().nullable(),
  before: z.number().nullable(),
  contribution: z.number(),
  /** Its own rate changed; null for what is not a rate or an average. */
  fromRate: z.number().nullable(),
  /** Its share in the whole changed, or it was not there before, or is not any more. */
  fromMix: z.number().nullable(),
});

const contributions = z.object({
  metric: z.string(),
  change: z.number().nullable(),
  /** Whether the change is within what single days usually differ by; null where that cannot be told. */
  isUsual: z.boolean().nullable(),
  /** Those that explain most, at most three; the contributions of each add up to the change, "Other" is the rest. */
  dimensions: z.array(z.object({ dimension: z.string(), label: z.string(), members: z.array(contribution) })),
  /** Why there are none. */
  reason: z.string().nullable(),
});

export const metricAnswer = z.object({
  columns: z.array(metricColumn),
  rows: z.array(z.record(z.string(), cell)),
  /** Over the whole filtered set, whatever the limit. */
  totals: z.record(z.string(), cell),
  /** The days that were meant, half-open; `from` is null for a state, which holds everything before `to`. */
  time: resolvedTime.extend({ timeZone: z.string() }),
  compareTime: resolvedTime.nullable(),
  currency: z.string(),
  isTruncated: z.boolean(),
  /** How many rows there would be without the limit, where it leaves some of them to the last row, "Other". */
  rowsInAll: z.number().optional(),
  /** What each metric is, in words, and the rows that its rule left out of the whole. */
  rules: z.array(
    z.object({
      metric: z.string(),
      rule: z.string(),
      exclusions: z.array(z.object({ label: z.string(), count: z.number() })),
      /**
       * Rows that a metric of money does not count because they are in another currency than the tenant's. Nothing is
       * converted: `amount` is in whole units of that currency, and null where only rows can be told.
       */
      otherCurrencies: z.array(z.object({ currency: z.string(), rows: z.number(), amount: z.number().nullable() })),
      /**
       * The share of rows that have what it needs, such as `what` is "Costs"; those without were left out. `what` is
       * null where they were measured, such as by taps or GPS. Null where all have it, or that is no question.
       */
      coverage: z.object({ share: z.number(), of: z.string(), what: z.string().nullable() }).nullable(),
      /** By which share its figures may be off, because they are read from a histogram; left out where they are exact. */
      accuracy: z.number().optional(),
      /** Why its figures are null, with what would be needed: "Needs the cost of each sale". Null where it is known. */
      unknown: z.string().nullable(),
      /** Its figure of "Other" is null: what it counts may be in several rows, so that the rest does not add up. */
      isOtherUnknown: z.boolean(),
      /**
       * Why its compared figures are null: the comparison needs days before `firstDay`, the first with facts, or the
       * compared period lacks what it `needs`: "amounts in USD".
       */
      comparisonGap: z.union([z.object({ firstDay: z.string() }), z.object({ needs: z.string() })]).nullable(),
    }),
  ),
  /** What the change came from, where that was asked. */
  contributions: contributions.optional(),
  /** As of when the facts are, for each domain that was asked, and whether that is too long ago. */
  freshness: z.array(
    z.object({
      domain: z.string(),
      ingestedAt: instant.nullable(),
      lastDay: z.string().nullable(),
      isLate: z.boolean(),
    }),
  ),
});

export type MetricAnswer = z.infer<typeof metricAnswer>;
export type ComparisonGap = NonNullable<MetricAnswer["rules"][number]["comparisonGap"]>;

export const queryMetrics = route({
  method: "POST",
  path: "/api/metrics/query",
  leavesNoNote: true,
  permission: "metrics.read",
  summary: "Figures of one's tenant: metrics by dimensions and periods, compared, ranked and with totals.",
  input: metricQuery,
  output: metricAnswer,
  isOpenToPlatform: true,
  topics: ["metrics"],
});

export const workProgress = z.object({
  work: z.string(),
  done: z.number(),
  total: z.number(),
  state: z.enum(["running", "done", "failed"]),
});

export const listMetrics = route({
  method: "GET",
  path: "/api/metrics",
  permission: "metrics.read",
  summary: "What can be asked: metrics with their rules, dimensions with their members, and how far the data reaches.",
  input: z.strictObject({}),
  output: z.object({
    metrics: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        domain: z.string(),
        type: z.enum(["flow", "snapshot", "ratio", "average", "percentile"]),
        unit: z.string(),
        good: z.enum(["up", "down"]).nullable(),
        rule: z.string(),
        synonyms: z.array(z.string()),
        dimensions: z.array(z.string()),
        exclusions: z.array(z.string()),
      }),
    ),
    dimensions: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        synonyms: z.array(z.string()),
        /** Null where the members are the tenant's own: ask for them with /api/metrics/members. */
        members: z.array(z.string()).nullable(),
      }),
    ),
    domains: z.array(
      z.object({
        id: z.string(),
        firstDay: z.string().nullable(),
        lastDay: z.string().nullable(),
        ingestedAt: instant.nullable(),
        isLate: z.boolean(),
        /** Days that are read from the facts until their sums are computed. */
        unsettledDays: z.number(),
      }),
    ),
    timeZone: z.string(),
    currency: z.string(),
    today: z.string(),
    /** Long work on this tenant's data that has not ended, such as filling in the demo data. */
    progress: z.array(workProgress),
  }),
  isOpenToPlatform: true,
  topics: ["metrics"],
});

export const listMembers = route({
  method: "GET",
  path: "/api/metrics/members",
  permission: "metrics.read",
  summary: "The members of a dimension, by name.",
  input: z.strictObject({ dimension: name, search: z.string().trim().max(200).optional(), ...pageInput }),
  output: pageSchema(z.object({ name: z.string() })),
  isOpenToPlatform: true,
  topics: ["metrics"],
});

const rowCell = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const plainColumn = z.object({ id: z.string(), label: z.string(), format: z.string() });
/** The cells of a row by their columns, and under `key` what the row is opened with. */
export const rowWithKey = z.object({ key: z.string() }).catchall(rowCell);

export const rowColumn = plainColumn.extend({ kind: z.enum(["dimension", "value"]), isSortable: z.boolean() });

export const listMetricRows = route({
  method: "POST",
  path: "/api/metrics/rows",
  leavesNoNote: true,
  permission: "metrics.read",
  summary: "The rows behind a figure: those that its metric counts in a period, under the same filters.",
  input: z.strictObject({
    metric: name,
    filters: z.array(metricFilter).max(20).default([]),
    time: metricTime.default({ default: true }),
    basis: z.enum(dateBases).optional(),
    search: z.string().trim().max(200).optional(),
    sort: z.strictObject({ by: name, dir: z.enum(["asc", "desc"]).default("desc") }).optional(),
    cursor: z.string().max(1000).optional(),
    limit: z.number().int().min(1).max(500).default(50),
    /** Counts and adds up all rows that match, not only those of the page. */
    totals: z.boolean().default(false),
  }),
  output: z.object({
    columns: z.array(rowColumn),
    /**
     * The cells of each row by their columns, and under `key` what the row is opened with. Amounts are in minor units of
     * `currency`, unless the row has a `currency` of its own.
     */
    items: z.array(rowWithKey),
    next: z.string().nullable(),
    /** Sums of amounts are of rows in `currency`; `otherCurrencyRows` are not in them. */
    totals: z
      .object({ count: z.number(), sums: z.record(z.string(), z.number()), otherCurrencyRows: z.number() })
      .nullable(),
    currency: z.string(),
    timeZone: z.string(),
  }),
  isOpenToPlatform: true,
  topics: ["metrics"],
});

export const rowDetail = z.object({
  key: z.string(),
  columns: z.array(rowColumn),
  row: z.record(z.string(), rowCell),
  /** What happened to it, from the earliest. */
  timeline: z.array(z.object({ at: instant, label: z.string(), note: z.string().nullable() })),
  place: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  related: z.array(
    z.object({
      title: z.string(),
      columns: z.array(plainColumn),
      rows: z.array(z.record(z.string(), rowCell)),
      /** Where the row itself stands among them. */
      ownPlace: z.number().nullable(),
    }),
  ),
  /** The reference of the order that it belongs to. */
  order: z.string().nullable(),
  /** What amounts are in, unless a row has a `currency` of its own. */
  currency: z.string(),
  timeZone: z.string(),
});

export const getMetricRow = route({
  method: "POST",
  path: "/api/metrics/row",
  leavesNoNote: true,
  permission: "metrics.read",
  summary: "One row behind a figure: all that is known of it, what happened to it, and the rows that belong to it.",
  input: z.strictObject({ metric: name, key: z.string().min(1).max(4000) }),
  output: rowDetail,
  isOpenToPlatform: true,
  topics: ["metrics"],
});

export const listDataDays = route({
  method: "GET",
  path: "/api/metrics/days",
  permission: "metrics.read",
  summary:
    "The first and the last day that facts are of, for each domain that has any: where data lies. " +
    "Days that only follow from facts, such as those on which documents run out, do not count.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.object({ domain: z.string(), first: z.string(), last: z.string() })) }),
  isOpenToPlatform: true,
  topics: ["metrics"],
});

export const listVolumes = route({
  method: "GET",
  path: "/api/platform/volumes",
  permission: "platform.read",
  summary: "How many facts all tenants together have on each day, by kind of fact.",
  input: z.strictObject({ from: day, to: firstDayAfter, fact: name.optional() }),
  output: z.object({
    days: z.array(z.object({ day: z.string(), fact: z.string(), rows: z.number(), tenants: z.number() })),
  }),
  topics: ["metrics"],
});
