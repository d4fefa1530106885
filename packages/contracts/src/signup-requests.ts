import { z } from "zod";
import { organisationNameProblem, personNameProblem } from "./plain-name.ts";
import { instant, refuseWith } from "./primitives.ts";
import { route } from "./route.ts";

/** How many branches the asking organisation runs, as ranges. */
export const branchRanges = ["1", "2-5", "6-20", "21-100", "101+"] as const;

/** The kinds of systems whose data the asking organisation wants to see. */
export const signupSystems = ["delivery", "genesis", "warehouse", "documents"] as const;

export const signupMessageMax = 1000;

const singleLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "Fill this in.")
    .max(max, `Use at most ${max} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
    .regex(/^[^\u0000-\u001f\u007f]*$/, "Use one line of plain text.");

const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal("").transform(() => null), schema])
    .nullable()
    .default(null);

/** What a visitor fills in to ask for access. */
export const signupForm = z.strictObject({
  fullName: singleLine(120).superRefine(refuseWith(personNameProblem)),
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(254, "Use at most 254 characters.")
    .pipe(z.email("Enter an email address such as name@company.com.")),
  company: singleLine(120).superRefine(refuseWith(organisationNameProblem)),
  phone: unlessEmpty(
    z.string().regex(/^\+[1-9]\d{6,14}$/, "Enter a phone number with its country code, such as +9715012345678."),
  ),
  country: unlessEmpty(z.string().regex(/^[A-Z]{2}$/, "Choose a country from the list.")),
  branches: unlessEmpty(z.enum(branchRanges, "Choose a range from the list.")),
  systems: z
    .array(z.enum(signupSystems, "Choose systems from the list."))
    .max(signupSystems.length)
    .default([])
    .transform((systems) => [...new Set(systems)]),
  message: unlessEmpty(
    z
      .string()
      .trim()
      .max(signupMessageMax, `Use at most ${signupMessageMax} characters.`)
      .refine((text) => !text.includes("\u0000"), "Use plain text."),
  ),
  consent: z.literal(true, "Agree to the privacy notice, so that we may answer."),
});

export type SignupForm = z.input<typeof signupForm>;

export const requestSignup = route({
  method: "POST",
  path: "/api/signup-requests",
  permission: "public",
  summary: "Asks for access. Sent again with the same key it changes nothing and gives the same answer.",
  input: signupForm.extend({
    idempotencyKey: z.uuid("Send a UUID that is new for each request."),
    /** Hidden from people; programs that fill in every field give themselves away. */
    website: z.string().max(200).default(""),
    /** How long the form was open. */
    filledInMs: z.number().int().min(0).max(86_400_000).default(0),
  }),
  output: z.object({
    reference: z.string(),
    /** The key by which the sender follows the request; it is kept nowhere. */
    follow: z.string(),
  }),
  status: 201,
  limit: { calls: 20, perSeconds: 600 },
  topics: ["signup-requests"],
});

/** Where a request stands, as its sender is told. */
export const signupProgress = z.object({
  reference: z.string(),
  state: z.enum(["received", "reviewing", "approved", "rejected"]),
  receivedAt: instant,
  /** When someone began to look at it; null when nobody has. */
  reviewedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** What comes next, in words. */
  words: z.string(),
  /** What the sender was answered; null when there is no answer yet. */
  answer: z.string().nullable(),
});
export type SignupProgress = z.output<typeof signupProgress>;

export const followSignup = route({
  method: "POST",
  path: "/api/signup-requests/follow",
  permission: "public",
  failures: ["not_found"],
  summary: "Where a request for access stands, for whoever has its key. The key is never in an address.",
  input: z.strictObject({ key: z.string().min(1).max(200) }),
  output: signupProgress,
  limit: { calls: 60, perSeconds: 600 },
  leavesNoNote: true,
  topics: ["signup-requests"],
});
