import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

const attentionItem = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** 3 stops people's work, 2 will soon, 1 should be looked at. */
  harm: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Null where nobody knows when it began. */
  since: instant.nullable(),
  action: z.object({ label: z.string(), path: z.string() }),
  snoozedUntil: instant.nullable(),
  assignedTo: z.object({ uid: z.string(), name: z.string() }).nullable(),
});
export type AttentionItem = z.output<typeof attentionItem>;

export const listAttention = route({
  method: "GET",
  path: "/api/admin/attention",
  permission: "platform.read",
  summary: "What needs attention on the platform, the most harmful and the oldest first.",
  input: z.strictObject({ includesSnoozed: z.stringbool().default(false) }),
  output: z.object({
    items: z.array(attentionItem),
    snoozed: z.number().int(),
    /** Kinds that could not be read: nobody knows whether something of them needs attention. */
    unread: z.array(z.string()),
  }),
  topics: ["attention", "health", "sources", "signup-requests", "outbox"],
});

export const markAttention = route({
  method: "PUT",
  path: "/api/admin/attention/mark",
  permission: "health.manage",
  summary: "Puts something off until an instant, or says who looks after it.",
  input: z.strictObject({
    item: z.string().min(1).max(300),
    snoozedUntil: instant.nullable(),
    assignedTo: z.string().max(200).nullable(),
  }),
  output: z.object({}),
  topics: ["attention"],
});
