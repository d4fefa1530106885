import { z } from "zod";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

/** Where a mail stands: kept means that no mail server is set up, so that it stays here to be read. */
export const mailStates = ["kept", "waiting", "sent", "failed"] as const;

export const listOutbox = route({
  method: "GET",
  path: "/api/outbox",
  permission: "outbox.read",
  summary: "The emails of the platform, newest first.",
  input: z.strictObject({ ...pageInput, state: z.enum(mailStates).optional() }),
  output: pageSchema(
    z.object({
      id: z.string(),
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      state: z.enum(mailStates),
      error: z.string().nullable(),
      createdAt: instant,
      sentAt: instant.nullable(),
    }),
  ),
  topics: ["outbox"],
});
