import { z } from "zod";
import { route } from "./route.ts";

export const getCounts = route({
  method: "GET",
  path: "/api/platform/counts",
  permission: "platform.read",
  summary: "How many tenants, users and waiting sign-up requests the platform has.",
  input: z.strictObject({}),
  output: z.object({ tenants: z.number().int(), users: z.number().int(), waitingRequests: z.number().int() }),
  topics: ["tenants", "users", "signup-requests"],
});

export const listGrowth = route({
  method: "GET",
  path: "/api/platform/growth",
  permission: "platform.read",
  summary:
    "How many tenants and users there were at the end of each of the last days, and how many requests for access came in, " +
    "by days of the installation's time zone. Tenants that were deleted since are not counted.",
  input: z.strictObject({ days: z.coerce.number().int().min(7).max(365).default(90) }),
  output: z.object({
    timeZone: z.string(),
    days: z.array(
      z.object({
        day: z.string(),
        tenants: z.number().int(),
        users: z.number().int(),
        requests: z.number().int(),
      }),
    ),
  }),
  topics: ["tenants", "users", "signup-requests"],
});
