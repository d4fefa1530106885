import { z } from "zod";
import { route } from "./route.ts";

/** What a choice is about, such as `report:tookan-report` or `columns:delivery_count`. */
const choiceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}(?::[\w-]{1,80})?$/, "Use a name such as columns:delivery_count.");

const longest = 16_000;

export const getChoice = route({
  method: "GET",
  path: "/api/choices/{name}",
  permission: "account.own",
  summary: "What one has chosen on a screen; null where nothing has been chosen.",
  input: z.strictObject({ name: choiceName }),
  output: z.object({ value: z.unknown().nullable() }),
  topics: ["choices"],
});

export const setChoice = route({
  method: "PUT",
  path: "/api/choices/{name}",
  leavesNoNote: true,
  permission: "account.own",
  summary: "Keeps what one has chosen on a screen, for oneself alone; null forgets it.",
  input: z.strictObject({
    name: choiceName,
    value: z
      .unknown()
      .refine((value) => JSON.stringify(value ?? null).length <= longest, `Keep it below ${longest} characters.`)
      .refine((value) => !JSON.stringify(value ?? null).includes("\\u0000"), "Remove the NUL character."),
  }),
  output: z.object({ isKept: z.boolean() }),
  topics: ["choices"],
});
