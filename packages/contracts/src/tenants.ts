import { z } from "zod";
import { pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

/** The kinds of data sources that have a landing page of their own; a tenant may also have another text here. */
export const aiqTypes = ["Tookan", "Warehouse", "Genesis", "Docman"] as const;

/** An organisation. The names of its fields are those of the stored document. */
export const tenantDocument = z.object({
  id: z.string(),
  name: z.string(),
  /** The value `laiqkan` means that the tenant's own token is used instead of the ID token. */
  source: z.string().nullable(),
  aiq_type: z.string().nullable(),
  /** The zone of its days and times; absent in what a browser stored before there was one. */
  timeZone: z.string().optional(),
});

export type TenantDocument = z.infer<typeof tenantDocument>;

export const getTenant = route({
  method: "GET",
  path: "/api/tenants/{tenantId}",
  permission: "tenant.read",
  summary: "A tenant: one's own, or any for platform admins.",
  input: z.strictObject({ tenantId: z.string().min(1).max(128) }),
  output: tenantDocument,
  topics: ["tenants"],
});

export const listTenants = route({
  method: "GET",
  path: "/api/tenants",
  permission: "platform.read",
  summary: "All tenants by name, for platform admins.",
  input: z.strictObject({ search: z.string().trim().max(200).optional(), ...pageInput }),
  output: pageSchema(tenantDocument),
  topics: ["tenants"],
});
