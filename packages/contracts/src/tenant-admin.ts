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
