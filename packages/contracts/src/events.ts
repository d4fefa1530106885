import { z } from "zod";
import { route } from "./route.ts";

/** One thing that happened, as it reaches an open page. */
export const consoleEvent = z.object({
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export type ConsoleEvent = z.infer<typeof consoleEvent>;

export const streamEvents = route({
  method: "GET",
  path: "/api/events",
  permission: "events.read",
  summary: "What happens in the caller's tenant, as server-sent events that resume from Last-Event-ID.",
  input: z.strictObject({ lastEventId: z.string().max(60).optional() }),
  output: consoleEvent,
  streams: true,
  topics: [],
});
