import { z } from "zod";
import { permissions } from "./permissions.ts";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";
import { sessionItem } from "./sessions.ts";

const uid = z.string().min(1).max(128);

export const showInvitationLink = route({
  method: "POST",
  path: "/api/admin/users/{uid}/invitation-link",
  permission: "invitations.show",
  summary: "Makes a new link for someone who is invited and shows it once; the links before it no longer work.",
  input: z.strictObject({ uid }),
  output: z.object({ link: z.string(), endsAt: instant }),
  topics: ["entities"],
});

/** What someone can see and do, and why. */
export const userAccess = z.object({
  role: z.object({ name: z.string(), label: z.string(), words: z.string() }),
  /** Whether they can sign in, and what keeps them out if not. */
  isOpen: z.boolean(),
  standing: z.string(),
  tenant: z.object({ id: z.string(), name: z.string(), state: z.string(), reason: z.string().nullable() }).nullable(),
  areas: z.array(
    z.object({
      area: z.string(),
      permissions: z.array(z.object({ name: z.enum(permissions), words: z.string(), isGiven: z.boolean() })),
    }),
  ),
  reports: z.array(z.object({ id: z.string(), title: z.string(), isOpen: z.boolean(), why: z.string() })),
  sources: z.array(z.object({ name: z.string(), source: z.string(), state: z.string() })),
  sourceWords: z.string(),
  attributes: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      from: z.enum(["tenant", "user"]),
      /** The tenant's value that the user's own stands in for. */
      insteadOf: z.string().nullable(),
    }),
  ),
});
export type UserAccess = z.output<typeof userAccess>;

export const getUserAccess = route({
  method: "GET",
  path: "/api/admin/users/{uid}/access",
  permission: "users.read",
  summary: "What a user can see and do, and why.",
  input: z.strictObject({ uid }),
  output: userAccess,
  topics: ["entities"],
});

export const listUserSessions = route({
  method: "GET",
  path: "/api/admin/users/{uid}/sessions",
  permission: "users.read",
  summary: "The open sessions of a user, last used first.",
  input: z.strictObject({ uid }),
  output: z.object({ items: z.array(sessionItem) }),
  topics: ["sessions", "entities"],
});

export const endUserSession = route({
  method: "DELETE",
  path: "/api/admin/users/{uid}/sessions/{id}",
  permission: "users.manage",
  summary: "Ends one open session of a user; within seconds its tokens count no more.",
  input: z.strictObject({ uid, id: z.uuid() }),
  output: z.object({ ended: z.number().int() }),
  topics: ["sessions", "entities"],
});

export const startViewing = route({
  method: "POST",
  path: "/api/admin/users/{uid}/view",
  permission: "users.impersonate",
  summary: "Lets a platform admin see what a user sees, for a quarter of an hour; the user is told.",
  input: z.strictObject({
    uid,
    reason: z.string().trim().min(5, "Say in at least 5 characters why.").max(300, "Use at most 300 characters."),
  }),
  output: z.object({ idToken: z.string(), endsAt: instant }),
  topics: [],
});

export const endViewing = route({
  method: "POST",
  path: "/api/session/view/end",
  permission: "account.own",
  summary: "Ends the look at someone's account; its token counts no more.",
  input: z.strictObject({}),
  output: z.object({ ended: z.number().int() }),
  topics: [],
  isForViewers: true,
});
