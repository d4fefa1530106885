import { z } from "zod";
import { route } from "./route.ts";

export const reportClientError = route({
  method: "POST",
  path: "/api/client-errors",
  permission: "public",
  summary: "Tells of an error that a page met in the browser, for the platform's logs. Many of the same are sampled.",
  input: z.strictObject({
    message: z.string().max(500),
    stack: z.string().max(4000).optional(),
    /** The path of the page, without its query. */
    page: z.string().max(300),
    /** The request whose answer the page could not bear. */
    requestId: z
      .string()
      .regex(/^[\w.-]{8,64}$/)
      .optional(),
  }),
  output: z.object({}),
  topics: [],
  status: 202,
  limit: { calls: 20, perSeconds: 60 },
  logPart: "browser",
  leavesNoNote: true,
  isForViewers: true,
});
