import { z } from "zod";
import { route } from "./route.ts";

export const getDemoSignIns = route({
  method: "GET",
  path: "/api/demo-sign-ins",
  permission: "public",
  failures: ["not_found"],
  summary: "The sign-ins of a demonstration. Any other installation has none.",
  input: z.strictObject({}),
  output: z.object({
    password: z.string(),
    people: z.array(z.object({ email: z.string(), shows: z.string() })),
  }),
  topics: ["config"],
});
