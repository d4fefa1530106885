import { z } from "zod";
import { historyEntry } from "./entities.ts";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";
import { connectionPath, managed, ofConnection } from "./source-routes.ts";

const providerClient = z.object({
  id: z.string(),
  name: z.string(),
  /** Masked until someone asks for one of them. */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  address: z.string().nullable(),
  mappedTenant: z.object({ id: z.string(), name: z.string() }).nullable(),
  tasks7Days: z.number(),
  tasks30Days: z.number(),
  lastTaskAt: instant.nullable(),
  firstSeenAt: instant,
  seenAt: instant,
  isNew: z.boolean(),
  isVanished: z.boolean(),
  /** Others have the same phone. */
  isDuplicate: z.boolean(),
  /** The links that open its report without signing in; null where there never was one. */
  publicLinks: z
    .object({ tookanId: z.string(), active: z.number(), views30Days: z.number(), lastUsedAt: instant.nullable() })
    .nullable(),
});
export type ProviderClient = z.output<typeof providerClient>;

export const listProviderClients = route({
  method: "GET",
  path: `${connectionPath}/clients`,
  ...managed,
  summary: "The clients of a delivery account, from our mirror, with personal data masked.",
  input: z.strictObject({
    ...ofConnection,
    search: z.string().trim().max(200).optional(),
    show: z.enum(["all", "unmapped", "mapped", "new", "vanished", "duplicates", "inactive", "public"]).default("all"),
    ...pageInput,
  }),
  output: pageSchema(providerClient).extend({ asOf: instant.nullable(), total: z.number() }),
});

export const revealProviderClient = route({
  method: "POST",
  path: `${connectionPath}/clients/{client}/reveal`,
  ...managed,
  summary: "The personal data of one client; each look is audited.",
  input: z.strictObject({ ...ofConnection, client: z.string().min(1).max(64) }),
  output: z.object({ phone: z.string().nullable(), email: z.string().nullable(), address: z.string().nullable() }),
});

export const listClientHistory = route({
  method: "GET",
  path: `${connectionPath}/clients/{client}/history`,
  ...managed,
  summary: "To which tenants a client belonged and who looked at its data, newest first.",
  input: z.strictObject({ ...ofConnection, client: z.string().min(1).max(64), ...pageInput }),
  output: pageSchema(historyEntry),
});

export const mapProviderClients = route({
  method: "POST",
  path: `${connectionPath}/clients/map`,
  ...managed,
  summary: "Says to which tenant clients belong; null takes it back.",
  input: z.strictObject({
    ...ofConnection,
    clients: z.array(z.string().min(1).max(64)).min(1).max(500),
    tenant: z.string().min(1).max(128).nullable(),
  }),
  output: z.object({ changed: z.number() }),
});
