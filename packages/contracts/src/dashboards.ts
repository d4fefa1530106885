import { z } from "zod";
import { pinId } from "./pins.ts";
import { instant } from "./primitives.ts";
import { reportPanel } from "./report-panels.ts";
import { reportId } from "./reports.ts";
import { route } from "./route.ts";

/** How many of the grid's twelve columns a card can take on a wide screen. */
export const cardWidths = [4, 6, 8, 12] as const;

const panelPlace = z.strictObject({
  report: reportId,
  panel: z.string().min(1).max(64),
  width: z.literal(cardWidths),
});
const pinPlace = z.strictObject({ pin: pinId, width: z.literal(cardWidths) });

/** What a card stands for: a panel of a report or a pinned answer, in some width. */
const cardPlace = z.union([panelPlace, pinPlace]);
export type CardPlace = z.output<typeof cardPlace>;
export type PanelPlace = z.output<typeof panelPlace>;

/** The names under which a person's cards and muted changes are kept. */
export const dashboardPreference = "dashboard";
export const mutedChangesPreference = "muted-changes";

const panelCard = z.object({
  report: reportId,
  panel: reportPanel,
  width: z.literal(cardWidths),
  /** The page that tells more, the view with the days that the card shows, and the panel there whose rows they are. */
  source: z.object({ title: z.string(), path: z.string(), query: z.string(), panel: z.string() }),
});
export type PanelCard = z.output<typeof panelCard>;

/** A pinned answer of one's own, which is asked again on the dashboard. */
const pinCard = z.object({
  pin: pinId,
  title: z.string(),
  width: z.literal(cardWidths),
});
export type PinCard = z.output<typeof pinCard>;

const dashboardCard = z.union([panelCard, pinCard]);
export type DashboardCard = z.output<typeof dashboardCard>;

const sourceFreshness = z.object({
  domain: z.string(),
  label: z.string(),
  ingestedAt: instant.nullable(),
  isLate: z.boolean(),
  firstDay: z.string().nullable(),
  lastDay: z.string().nullable(),
  /** The report that shows it. */
  path: z.string(),
});
export type SourceFreshness = z.output<typeof sourceFreshness>;

export const getDashboard = route({
  method: "GET",
  path: "/api/dashboard",
  permission: "reports.read",
  summary: "The cards of one's dashboard in their order, those that could be on it, and how fresh each source is.",
  input: z.strictObject({}),
  output: z.object({
    cards: z.array(dashboardCard),
    /** The cards are not one's own arrangement. */
    isDefault: z.boolean(),
    /** What a reset leads to: the arrangement of a manager, else the product's. */
    defaults: z.array(dashboardCard),
    /** The defaults are the arrangement of a manager. */
    isTenantDefault: z.boolean(),
    available: z.array(dashboardCard),
    /** The sources that are connected. */
    freshness: z.array(sourceFreshness),
    /** The sources that are not. */
    missing: z.array(z.object({ domain: z.string(), label: z.string() })),
    today: z.string(),
    timeZone: z.string(),
    currency: z.string(),
  }),
  isOpenToPlatform: true,
  topics: ["reports", "metrics", "choices", "pins"],
});
export type Dashboard = z.output<typeof getDashboard.output>;

export const setDefaultDashboard = route({
  method: "PUT",
  path: "/api/dashboard/default",
  permission: "reports.share",
  summary:
    "Makes an arrangement of cards the default of one's tenant; one's own gives way to it. Pinned answers cannot be part.",
  input: z.strictObject({
    /** Null goes back to the product's default, and leaves one's own as it is. */
    cards: z.array(cardPlace).max(60, "Keep it to 60 cards.").nullable(),
  }),
  output: z.object({ isKept: z.boolean() }),
  topics: ["reports", "choices"],
});

const change = z.object({
  id: z.string(),
  /** What it is about, in words; all of a kind can be muted together. */
  kind: z.string(),
  /** One sentence with its numbers. */
  text: z.string(),
  tone: z.enum(["good", "bad", "neutral"]),
  metric: z.string(),
  report: reportId,
  /** The page that shows it, and the view under which it does, as a query without the question mark. */
  path: z.string(),
  query: z.string(),
});
export type Change = z.output<typeof change>;

export const listChanges = route({
  method: "GET",
  path: "/api/dashboard/changes",
  permission: "reports.read",
  summary:
    "What moved most in the last seven complete days against the seven before, in sentences; where that is little, in 28 days.",
  input: z.strictObject({}),
  output: z.object({
    items: z.array(change),
    /** Kinds that one does not want to see. */
    muted: z.array(z.object({ metric: z.string(), kind: z.string() })),
  }),
  isOpenToPlatform: true,
  topics: ["reports", "metrics", "choices"],
});
