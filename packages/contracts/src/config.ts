import { z } from "zod";
import { route } from "./route.ts";

/** What a browser must know before anyone has signed in. */
export const publicConfig = z.object({
  productName: z.string(),
  productSlug: z.string(),
  publicUrl: z.string(),
  /** Changes with each build, so that an open page notices that it is old. */
  version: z.string(),
  /** Container of the tag manager; null loads nothing. */
  tagManagerId: z.string().nullable(),
  /** Where visitors may write to a person; null when no address is set. */
  contactMail: z.string().nullable(),
  isDemo: z.boolean(),
  /** What calls of the identity service carry as their `key`. */
  apiKey: z.string(),
  /** Whether people may sign in with Google. */
  hasGoogle: z.boolean(),
});

export type PublicConfig = z.infer<typeof publicConfig>;

export const getConfig = route({
  method: "GET",
  path: "/api/config",
  permission: "public",
  summary: "The settings that a browser needs before sign-in.",
  input: z.strictObject({}),
  output: publicConfig,
  topics: ["config"],
});
