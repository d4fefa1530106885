import { z } from "zod";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";
import { connectionStates } from "./sources.ts";

/** Affected: it does not work because something that it needs is down. Unknown: nobody has looked for two intervals. */
export const healthStates = ["up", "degraded", "down", "affected", "unknown", "paused"] as const;
export type HealthState = (typeof healthStates)[number];

const uptime = z.object({
  days: z.number().int(),
  /** From 0 to 1, maintenance left out; null where it was never watched. What is unknown does not count as up. */
  share: z.number().nullable(),
  unknownShare: z.number().nullable(),
});

const named = z.object({ id: z.string(), name: z.string() });

export const healthCheck = z.object({
  name: z.string(),
  label: z.string(),
  purpose: z.string(),
  state: z.enum(healthStates),
  /** The part that is down and that this one needs; null where it fails by itself or works. */
  cause: z.string().nullable(),
  since: instant.nullable(),
  checkedAt: instant.nullable(),
  everySeconds: z.number().int(),
  latencyMs: z.number().int().nullable(),
  message: z.string().nullable(),
  lastSuccessAt: instant.nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: instant.nullable(),
  figures: z.array(z.object({ label: z.string(), value: z.string(), isInstant: z.literal(true).optional() })),
  uptimes: z.array(uptime),
  /** How long it took in the last 24 hours. */
  history: z.array(z.object({ at: instant, state: z.enum(["up", "degraded", "down"]), latencyMs: z.number().int() })),
  affects: z.object({
    summary: z.string(),
    reports: z.array(named),
    /** The tenants that it concerns now; null where it concerns all of them. */
    tenants: z.array(named).nullable(),
  }),
});
export type HealthCheckView = z.output<typeof healthCheck>;

const wholeState = z.enum(["up", "degraded", "down", "unknown"]);

const incident = z.object({
  id: z.string(),
  check: z.string(),
  title: z.string(),
  state: z.enum(["open", "resolved"]),
  openedAt: instant,
  resolvedAt: instant.nullable(),
  /** Who resolved it; null where it ended by itself. */
  resolvedBy: z.string().nullable(),
  concernsAll: z.boolean(),
  tenants: z.array(named),
  /** The parts that it touches, the root first. */
  checks: z.array(z.object({ name: z.string(), label: z.string() })),
});
export type Incident = z.output<typeof incident>;

export const getHealth = route({
  method: "GET",
  path: "/api/admin/health",
  permission: "platform.read",
  summary: "The state of every part of the platform, with its history and what it affects.",
  input: z.strictObject({}),
  output: z.object({ state: wholeState, readAt: instant, checks: z.array(healthCheck), incidents: z.array(incident) }),
  topics: ["health"],
});

export const runHealthCheck = route({
  method: "POST",
  path: "/api/admin/health/{check}/run",
  permission: "health.manage",
  summary: "Runs one check now.",
  input: z.strictObject({ check: z.string().max(60) }),
  output: z.object({ isRun: z.boolean() }),
  topics: ["health"],
});

export const pauseHealthCheck = route({
  method: "PUT",
  path: "/api/admin/health/{check}/pause",
  permission: "health.manage",
  summary: "Pauses a check, or lets it go on.",
  input: z.strictObject({ check: z.string().max(60), isPaused: z.boolean() }),
  output: z.object({}),
  topics: ["health"],
});

export const listIncidents = route({
  method: "GET",
  path: "/api/admin/incidents",
  permission: "platform.read",
  summary: "Incidents, newest first.",
  input: z.strictObject({ ...pageInput, state: z.enum(["open", "resolved"]).optional() }),
  output: pageSchema(incident),
  topics: ["health"],
});

export const getIncident = route({
  method: "GET",
  path: "/api/admin/incidents/{incident}",
  permission: "platform.read",
  summary: "One incident with its timeline.",
  input: z.strictObject({ incident: z.string().max(60) }),
  output: incident.extend({
    postMortem: z.string().nullable(),
    version: z.number().int(),
    notes: z.array(z.object({ at: instant, by: z.string().nullable(), text: z.string() })),
  }),
  topics: ["health"],
});
export type IncidentDetail = z.output<(typeof getIncident)["output"]>;

export const noteIncident = route({
  method: "POST",
  path: "/api/admin/incidents/{incident}/notes",
  permission: "health.manage",
  summary: "Adds a note to the timeline of an incident.",
  input: z.strictObject({ incident: z.string().max(60), text: z.string().trim().min(1).max(4000) }),
  output: z.object({}),
  topics: ["health"],
});

export const resolveIncident = route({
  method: "POST",
  path: "/api/admin/incidents/{incident}/resolve",
  permission: "health.manage",
  summary: "Resolves an incident by hand. It opens again if its check goes on failing.",
  input: z.strictObject({ incident: z.string().max(60) }),
  output: z.object({}),
  topics: ["health"],
});

export const writePostMortem = route({
  method: "PUT",
  path: "/api/admin/incidents/{incident}/post-mortem",
  permission: "health.manage",
  summary: "Keeps what was learnt from an incident.",
  input: z.strictObject({
    incident: z.string().max(60),
    text: z.string().trim().max(20_000),
    version: z.number().int(),
  }),
  output: z.object({ version: z.number().int() }),
  topics: ["health"],
});

export const getStatus = route({
  method: "GET",
  path: "/api/status",
  permission: "public",
  summary: "The state of the platform, and nothing else.",
  input: z.strictObject({}),
  output: z.object({ state: wholeState }),
  topics: [],
});

export const getOwnStatus = route({
  method: "GET",
  path: "/api/status/mine",
  permission: "account.own",
  summary: "What concerns the caller's tenant at the moment, in words for its people.",
  input: z.strictObject({}),
  output: z.object({
    state: wholeState,
    items: z.array(z.object({ id: z.string(), text: z.string(), since: instant })),
  }),
  topics: ["health"],
});

export const getTenantStatus = route({
  method: "GET",
  path: "/api/status/tenant",
  permission: "tenant.read",
  summary:
    "All that concerns the caller's tenant: what is wrong, what was, what is planned, and how fresh its data is.",
  input: z.strictObject({}),
  output: z.object({
    ...getOwnStatus.output.shape,
    readAt: instant,
    past: z.array(z.object({ id: z.string(), text: z.string(), from: instant, until: instant })),
    maintenance: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        text: z.string().nullable(),
        from: instant,
        until: instant,
        isNow: z.boolean(),
      }),
    ),
    sources: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** What kind of source it is, in words. */
        kind: z.string(),
        state: z.enum(connectionStates),
        loadedAt: instant.nullable(),
        reports: z.array(z.object({ id: z.string(), title: z.string(), path: z.string() })),
      }),
    ),
  }),
  topics: ["health", "sources"],
});
