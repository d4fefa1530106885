import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** One sign-in on one device. */
export const sessionItem = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  /** The browser and system in words, such as "Chrome on Windows". */
  device: z.string(),
  address: z.string().nullable(),
  signedInAt: instant,
  lastUsedAt: instant,
});

export const listSessions = route({
  method: "GET",
  path: "/api/sessions",
  logPart: "auth",
  permission: "account.own",
  summary: "One's own open sessions, last used first.",
  input: z.strictObject({}),
  output: z.object({ items: z.array(sessionItem) }),
  topics: ["sessions"],
});

export const revokeSession = route({
  method: "DELETE",
  path: "/api/sessions/{id}",
  logPart: "auth",
  permission: "account.own",
  summary: "Ends one of one's own sessions.",
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({ ended: z.number().int() }),
  topics: ["sessions"],
});

export const revokeOtherSessions = route({
  method: "DELETE",
  path: "/api/sessions",
  logPart: "auth",
  permission: "account.own",
  summary: "Ends all of one's own sessions but the one that asks.",
  input: z.strictObject({}),
  output: z.object({ ended: z.number().int() }),
  topics: ["sessions"],
});

export const endSession = route({
  method: "POST",
  path: "/api/session/end",
  logPart: "auth",
  permission: "public",
  summary: "Signs out: ends the session of the browser's cookie and takes the cookie away.",
  input: z.strictObject({}),
  output: z.object({ ended: z.number().int() }),
  topics: ["sessions"],
});
