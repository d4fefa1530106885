import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const ofTenant = { tenantId: z.string().min(1).max(128) };
const managed = { permission: "tenants.manage", actsIn: "tenantId" } as const;

export const archiveTenant = route({
  method: "GET",
  path: "/api/admin/tenants/{tenantId}/archive",
  ...managed,
  summary: "Everything that is stored of a tenant as one ZIP, a file for each table, without secrets.",
  input: z.strictObject(ofTenant),
  output: z.object({}),
  isFile: true,
  topics: [],
});

const locale = {
  currency: z.string().regex(/^[A-Z]{3}$/, "Enter three capital letters, such as USD."),
  timeZone: z.string().min(1).max(60),
};

/** What another currency or time zone would do to what is stored. Nothing is converted. */
const localePlan = z.object({
  /** Names this change; it must be given to confirm it. */
  plan: z.string(),
  /** Rows that are stored of the tenant; without any, the change needs no confirmation. */
  facts: z.number(),
  /** Null where the currency stays. */
  currency: z
    .object({
      from: z.string(),
      to: z.string(),
      /** Rows with amounts that leave the figures of money, because they stay in the currency that they are in. */
      leaving: z.number(),
      /** Rows that are in the new currency already, and come into the figures. */
      joining: z.number(),
      /** Connections whose amounts come without a currency, and are read in the new one from now on. */
      connections: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .nullable(),
  /** Null where the zone stays. */
  timeZone: z
    .object({
      from: z.string(),
      to: z.string(),
      /** Rows whose days are those of another zone than the new one. */
      rows: z.number(),
      /** Those of them that would count on another day; null where they are too many to count now. */
      moving: z.number().nullable(),
    })
    .nullable(),
});
export type LocalePlan = z.output<typeof localePlan>;

export const getTenantLocale = route({
  method: "GET",
  path: "/api/admin/tenants/{tenantId}/locale",
  ...managed,
  summary: "The currency and the time zone of a tenant, and how far its days have been recounted.",
  input: z.strictObject(ofTenant),
  output: z.object({
    ...locale,
    progress: z
      .object({ done: z.number(), total: z.number(), state: z.enum(["running", "done", "failed"]) })
      .nullable(),
  }),
  topics: ["tenants", "entities"],
});

export const planTenantLocale = route({
  method: "POST",
  path: "/api/admin/tenants/{tenantId}/locale/plan",
  leavesNoNote: true,
  ...managed,
  summary: "What another currency or time zone would do to what is stored of a tenant; nothing is changed.",
  input: z.strictObject({ ...ofTenant, ...locale }),
  output: localePlan,
  topics: [],
});

export const changeTenantLocale = route({
  method: "POST",
  path: "/api/admin/tenants/{tenantId}/locale",
  ...managed,
  summary: "Changes the currency or the time zone of a tenant. Where facts are stored, the plan must be confirmed.",
  input: z.strictObject({
    ...ofTenant,
    ...locale,
    /** Facts keep the days that they came with, or all days are counted anew in the new zone. */
    days: z.enum(["keep", "recount"]).default("keep"),
    /** The plan that was looked at. */
    plan: z.string().max(100).optional(),
  }),
  output: z.object({
    ...locale,
    /** Days are being counted anew. */
    isRecounting: z.boolean(),
  }),
  failures: ["conflict"],
  topics: ["tenants", "entities", "metrics", "reports", "sources"],
});

/** What became of the tries to reach a tenant's rows through one door. */
const isolationProbe = z.object({
  kind: z.enum(["endpoint", "table"]),
  name: z.string(),
  /** `untested`: the wall was not put to the test here, so that nothing is known about it. */
  outcome: z.enum(["passed", "failed", "untested"]),
  /** How often the stranger tried it, each time with a call that the tenant's own person is answered. */
  calls: z.number(),
  /** What the tenant's own person was answered, in words. */
  control: z.string(),
  /** What a stranger was answered, or why it was not tested, in words. */
  seen: z.string(),
});
export type IsolationProbe = z.output<typeof isolationProbe>;

export const testIsolation = route({
  method: "POST",
  path: "/api/admin/tenants/{tenantId}/isolation",
  ...managed,
  summary:
    "Makes each call as the tenant's own person and as a stranger, at every endpoint and table, and says what they see.",
  input: z.strictObject(ofTenant),
  output: z.object({
    at: instant,
    /** How many real ids of the tenant the stranger had. */
    ids: z.number(),
    probes: z.array(isolationProbe),
  }),
  topics: [],
});
