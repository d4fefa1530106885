import { z } from "zod";
import { day, firstDayAfter } from "./metrics.ts";
import { platformFigureNames } from "./platform-figure-names.ts";
import { instant, pageInput } from "./primitives.ts";
import { periodNames } from "./reports.ts";
import { route } from "./route.ts";

const scope = {
  figure: z.enum(platformFigureNames),
  /** By its name, or from one day up to another; the last 30 days when left out. */
  period: z.enum(periodNames).optional(),
  from: day.optional(),
  to: firstDayAfter.optional(),
  /** All tenants when left out. */
  tenant: z.string().min(1).max(100).optional(),
};

const named = z.object({ id: z.string(), name: z.string() });

export const getPlatformFigure = route({
  method: "GET",
  path: "/api/admin/dashboard/figures/{figure}",
  permission: "platform.read",
  summary:
    "One figure of how the platform is used, in days of the installation's time zone, with the period before it.",
  input: z.strictObject(scope),
  output: z.object({
    /** The days that it is about; null for what is so now. */
    span: z.object({ from: day, to: firstDayAfter }).nullable(),
    /** Null where nothing is known of these days. */
    value: z.number().nullable(),
    /** The value is where a bucket ends: it was at most that, or above the last end. */
    bound: z.enum(["at_most", "above"]).nullable(),
    /** The period of the same length before; null where it is not compared. */
    before: z.number().nullable(),
    /** Whether the change is no more than usual; null where that is not known. */
    isUsual: z.boolean().nullable(),
    /** The first day of which something is known, where earlier ones were asked for or would be compared with. */
    firstDay: day.nullable(),
    days: z.array(day),
    /** A value for each day; null for days of which nothing is known. */
    series: z.array(named.extend({ values: z.array(z.number().nullable()) })),
    /** The page that lists what is counted; null where its rows are read by `listPlatformFigureRows`. */
    path: z.string().nullable(),
    /** The same page for each day. */
    dayPaths: z.array(z.string()),
    timeZone: z.string(),
    today: day,
    asOf: instant,
  }),
  topics: ["usage"],
});
export type PlatformFigure = z.output<(typeof getPlatformFigure)["output"]>;

const figureRow = z.object({
  id: z.string(),
  name: z.string(),
  /** More about it, such as why it failed. */
  note: z.string().nullable(),
  tenant: named.nullable(),
  at: instant.nullable(),
  /** How much of the figure it makes up; null where each row counts as one. */
  value: z.number().nullable(),
  /** Where more of it is shown. */
  path: z.string().nullable(),
});
export type PlatformFigureRow = z.output<typeof figureRow>;

export const listPlatformFigureRows = route({
  method: "GET",
  path: "/api/admin/dashboard/figures/{figure}/rows",
  permission: "platform.read",
  summary: "What a figure of the dashboard is made of.",
  input: z.strictObject({ ...scope, ...pageInput }),
  output: z.object({ items: z.array(figureRow), next: z.string().nullable() }),
  topics: ["usage"],
});

/** Done, not done, or not known because it was not counted then. */
const stepState = z.enum(["done", "open", "unknown"]);

const adoption = z.object({
  tenant: named,
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  /** Whole days without a sign-in, from the last one or from when the tenant was created. */
  quietDays: z.number().int(),
  people: z.number().int(),
  source: stepState,
  data: stepState,
  invited: stepState,
  report: stepState,
  question: stepState,
});
export type TenantAdoption = z.output<typeof adoption>;

export const listTenantAdoption = route({
  method: "GET",
  path: "/api/admin/dashboard/adoption",
  permission: "platform.read",
  summary: "How far each active tenant has come, the one that was quiet for the longest time first.",
  input: z.strictObject({
    ...pageInput,
    quietDays: z.coerce.number().int().min(0).max(3650).default(0),
    tenant: z.string().min(1).max(100).optional(),
  }),
  output: z.object({
    items: z.array(adoption),
    next: z.string().nullable(),
    /** Active tenants in all, and those without a sign-in for 14 and for 30 days. */
    tenants: z.number().int(),
    quiet14: z.number().int(),
    quiet30: z.number().int(),
    /** Since when report views and questions are counted; null while they are not. */
    countedSince: instant.nullable(),
    asOf: instant,
  }),
  topics: ["tenants", "users", "sources", "usage"],
});

export const getFirstSteps = route({
  method: "GET",
  path: "/api/admin/dashboard/first-steps",
  permission: "platform.read",
  summary: "What is done of the first steps of an installation.",
  input: z.strictObject({}),
  output: z.object({
    hasSource: z.boolean(),
    hasTenant: z.boolean(),
    hasPeople: z.boolean(),
    hasReportView: z.boolean(),
    hasBackup: z.boolean(),
  }),
  topics: ["tenants", "users", "sources", "usage"],
});
