import { z } from "zod";
import { instant } from "./primitives.ts";
import { route } from "./route.ts";

/** Work on the product: people of tenants wait while it is in force, and hear of it beforehand when it is planned. */
const maintenance = z.object({
  isInForce: z.boolean(),
  message: z.string(),
  from: instant.nullable(),
  until: instant.nullable(),
});
export type Maintenance = z.output<typeof maintenance>;

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
  /** Addresses of pictures; null shows the product's own. */
  logo: z.string().nullable(),
  logoDark: z.string().nullable(),
  favicon: z.string().nullable(),
  /** Colours that stand out, such as #2a55d9, in the light and the dark theme; null keeps the product's own. */
  accent: z.string().nullable(),
  accentDark: z.string().nullable(),
  /** Null when none is in force or planned. */
  maintenance: maintenance.nullable(),
  /** Where maps load their tiles from; null for none, then maps load nothing from elsewhere. */
  mapTiles: z.object({ address: z.string(), origin: z.string(), credit: z.string() }).nullable(),
  /** Whether strangers may ask for access. */
  takesRequests: z.boolean(),
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
