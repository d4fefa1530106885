import { z } from "zod";
import { route } from "./route.ts";

/** What a search finds, each kind with the pages that it opens on. */
export const searchKinds = [
  "tenant",
  "user",
  "report",
  "view",
  "connection",
  "link",
  "report_request",
  "service_account",
  "job",
  "mail",
  "incident",
  "log",
  "setting",
  "order",
] as const;
export type SearchKind = (typeof searchKinds)[number];

const searchHit = z.object({
  kind: z.enum(searchKinds),
  title: z.string(),
  /** What tells it from others of the same title. */
  detail: z.string().nullable(),
  /** The address of the page that shows it. */
  path: z.string(),
});
export type SearchHit = z.output<typeof searchHit>;

export const searchEverywhere = route({
  method: "GET",
  path: "/api/search",
  permission: "account.own",
  summary: "Whatever the caller may open and whose name holds a text: a few of each kind.",
  input: z.strictObject({ q: z.string().trim().min(2).max(100) }),
  output: z.object({ hits: z.array(searchHit) }),
  topics: ["tenants", "users", "reports", "sources", "entities"],
  limit: { calls: 600, perSeconds: 600 },
});
