import { z } from "zod";
import { exportContents, exportFormats } from "./exports.ts";
import { listMetricRows } from "./metrics.ts";
import { instant } from "./primitives.ts";
import { panelAnswer } from "./report-panels.ts";
import { reportDefinition, reportView } from "./reports.ts";
import { route } from "./route.ts";
import { tenantDocument } from "./tenants.ts";

/** What visitors see of a delivery only where its link says so. */
export const embedFields = ["phone", "address", "amount", "proof"] as const;
export type EmbedField = (typeof embedFields)[number];

/** How visitors come in: by a key, by a token that a host signs, or by the bare address. */
export const linkKinds = ["key", "signed", "counts", "open"] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Whether a link opens the bare address, which needs no key. */
export function isBareKind(kind: LinkKind): boolean {
  return kind === "counts" || kind === "open";
}

/** Many visitors share one address, and each page asks often: they are counted apart from people who work. */
const ofVisitors = {
  permission: "embed.read",
  topics: ["reports", "metrics"],
  limit: { calls: 6000, perSeconds: 60 },
} as const;

/** A shorter passcode could be tried out. */
export const shortestPasscode = 6;

export const openEmbedSession = route({
  method: "POST",
  path: "/api/embed/session",
  logPart: "links",
  permission: "public",
  failures: ["not_found"],
  leavesNoNote: true,
  summary:
    "Opens the report of a delivery client: by the key of its link, by a token that its host has signed, or without one where access is open. Every refusal looks the same.",
  input: z.strictObject({
    /** The address of the client; a signed token names it too. */
    tookan_id: z.union([z.string().max(100), z.number().int().min(0)]).optional(),
    key: z.string().max(200).optional(),
    /** A JWT that the host's own server has signed. */
    token: z.string().max(4096).optional(),
    passcode: z.string().max(100).optional(),
  }),
  output: z.object({
    /** The LAIQKAN token: it opens this report and nothing else. */
    token: z.string(),
    expiresInSeconds: z.number(),
    /** Whose deliveries they are; its `source` is `laiqkan`. */
    tenant: tenantDocument,
    client: z.string(),
    /** Where a page may frame the report, and is told its height. */
    origins: z.array(z.string()),
    refreshSeconds: z.number(),
  }),
  topics: [],
  limit: { calls: 600, perSeconds: 60 },
});

export const resumeEmbedSession = route({
  method: "POST",
  path: "/api/embed/reports/{tookan_id}/session",
  logPart: "links",
  permission: "public",
  failures: ["not_found"],
  leavesNoNote: true,
  summary:
    "Opens the report of a delivery client again in a browser that has opened it by its key before, which a cookie of this path tells, or without one where access is open. Every refusal looks the same.",
  input: z.strictObject({ tookan_id: z.string().max(100), passcode: z.string().max(100).optional() }),
  output: openEmbedSession.output,
  topics: [],
  limit: { calls: 600, perSeconds: 60 },
});

export const getEmbedStanding = route({
  method: "GET",
  path: "/api/embed/standing",
  logPart: "links",
  ...ofVisitors,
  summary: "Whether the report is still open; asked every few seconds by a page that shows it.",
  input: z.strictObject({}),
  /** Changes whenever someone changes what the link shows. */
  output: z.object({ version: z.string() }),
});

export const getEmbedReport = route({
  method: "GET",
  path: "/api/embed/report",
  logPart: "links",
  ...ofVisitors,
  summary: "The report that the token opens, as data: its filters and panels, as far as its link shows them.",
  input: z.strictObject({}),
  output: reportDefinition.extend({
    client: z.string(),
    /** The client's own number, where the link shows it. */
    phone: z.string().nullable(),
    organisation: z.string(),
    today: z.string(),
    /** The first day that the link shows. */
    firstDay: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    /** When the last deliveries came in, and whether that is later than it should be; null where none ever did. */
    freshness: z.object({ ingestedAt: instant.nullable(), isLate: z.boolean() }),
    /** Only numbers by day and status: no rows, no names. */
    isCountsOnly: z.boolean(),
    fields: z.array(z.enum(embedFields)),
    exports: z.array(z.enum(exportFormats)),
    version: z.string(),
  }),
});

export const readEmbedPanel = route({
  method: "GET",
  path: "/api/embed/panels/{panel}",
  logPart: "links",
  ...ofVisitors,
  summary: "The figures of one panel of the embedded report.",
  input: reportView.extend({ panel: z.string().max(64) }),
  output: panelAnswer,
});

export const listEmbedRows = route({
  method: "GET",
  path: "/api/embed/rows",
  logPart: "links",
  ...ofVisitors,
  summary: "The deliveries behind the embedded report, with what its link does not show left out.",
  input: reportView.extend({
    metric: z.string().max(64).optional(),
    /** A text of the order or the task. */
    q: z.string().trim().max(200).optional(),
    /** A column; with a hyphen before it from the largest on. */
    sort: z.string().max(64).optional(),
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  output: listMetricRows.output,
});

export const exportEmbed = route({
  method: "GET",
  path: "/api/embed/export",
  logPart: "links",
  ...ofVisitors,
  summary: "The embedded report as a file, where its link allows that.",
  input: reportView.extend({
    format: z.enum(exportFormats),
    content: z.enum(exportContents).default("all"),
    q: z.string().trim().max(200).optional(),
  }),
  output: z.unknown(),
  isFile: true,
  limit: { calls: 10, perSeconds: 60 },
});

const link = { id: z.string().min(1).max(100) };

export const issueLinkKey = route({
  method: "POST",
  path: "/api/admin/links/{id}/keys",
  permission: "links.manage",
  summary:
    "Gives a link a new key or secret and shows it once; the one before goes on working for some hours, or ends at once.",
  input: z.strictObject({ ...link, overlapHours: z.number().int().min(0).max(720).default(24) }),
  output: z.object({
    kid: z.string(),
    /** The key of the link, or the secret that its host signs with. It cannot be shown again. */
    key: z.string(),
    /** What is handed out; for a signed report the host adds its token. */
    address: z.string(),
    /** When the key before it ends; null where there is none. */
    earlierEndsAt: instant.nullable(),
  }),
  topics: ["entities"],
});

export const previewLink = route({
  method: "POST",
  path: "/api/admin/links/{id}/preview",
  permission: "links.manage",
  summary: "An address that shows for some minutes what a visitor of the link sees.",
  input: z.strictObject(link),
  output: z.object({ address: z.string() }),
  topics: ["entities"],
});

export const readLinkUse = route({
  method: "GET",
  path: "/api/admin/links/{id}/use",
  permission: "links.manage",
  summary: "How often a link was opened on each of the last 30 days, from how many places, and its keys.",
  input: z.strictObject(link),
  output: z.object({
    /** Where it is opened, without a key. */
    address: z.string(),
    days: z.array(z.object({ day: z.string(), views: z.number(), visitors: z.number(), refused: z.number() })),
    keys: z.array(
      z.object({ kid: z.string(), createdAt: instant, endsAt: instant.nullable(), lastUsedAt: instant.nullable() }),
    ),
  }),
  topics: ["entities"],
});
