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
