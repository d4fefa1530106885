import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** What a service account may do: look up accounts, look after them, make links for mails of its own, sign people in. */
export const serviceRights = ["read", "manage", "links", "sessions"] as const;
export type ServiceRight = (typeof serviceRights)[number];

const serviceAccount = { id: z.string().min(1).max(100) };

export const issueServiceKey = route({
  method: "POST",
  path: "/api/admin/service-accounts/{id}/keys",
  permission: "services.manage",
  summary:
    "Gives a service account a new key and shows it once, as a file; the one before goes on working for some hours, or ends at once.",
  input: z.strictObject({ ...serviceAccount, overlapHours: z.number().int().min(0).max(720).default(24) }),
  output: z.object({
    kid: z.string(),
    fileName: z.string(),
    /** The key with all that a program needs to use it, as server SDKs read it. It cannot be shown again. */
    file: z.string(),
    /** When the key before it ends; null where there is none. */
    earlierEndsAt: instant.nullable(),
  }),
  topics: ["entities"],
});

export const listServiceKeys = route({
  method: "GET",
  path: "/api/admin/service-accounts/{id}/keys",
  permission: "services.manage",
  summary: "The keys of a service account, newest first, without what is secret of them, and what programs connect to.",
  input: z.strictObject(serviceAccount),
  output: z.object({
    /** What programs connect to. */
    address: z.string(),
    projectId: z.string(),
    keys: z.array(
      z.object({ kid: z.string(), createdAt: instant, endsAt: instant.nullable(), lastUsedAt: instant.nullable() }),
    ),
  }),
  topics: ["entities"],
});
