import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const webhook = { id: z.string().min(1).max(100) };

export const issueWebhookSecret = route({
  method: "POST",
  path: "/api/admin/webhooks/{id}/secret",
  permission: "health.manage",
  summary: "Gives a webhook a new secret and shows it once; the one before signs beside it for some hours.",
  input: z.strictObject({ ...webhook, overlapHours: z.number().int().min(0).max(720).default(24) }),
  output: z.object({
    /** It cannot be shown again. */
    secret: z.string(),
    /** When the secret before it ends; null where there is none. */
    earlierEndsAt: instant.nullable(),
  }),
  topics: ["entities"],
  failures: ["not_found"],
});

export const listWebhookDeliveries = route({
  method: "GET",
  path: "/api/admin/webhooks/{id}/deliveries",
  permission: "health.manage",
  summary: "The last messages of a webhook, newest first, and what became of them.",
  input: z.strictObject(webhook),
  output: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        state: z.enum(["waiting", "delivered", "failed"]),
        attempts: z.number().int(),
        /** What the receiver answered last; null where it did not. */
        status: z.number().int().nullable(),
        error: z.string().nullable(),
        createdAt: instant,
        lastAttemptAt: instant.nullable(),
      }),
    ),
  }),
  topics: ["entities"],
  failures: ["not_found"],
});
