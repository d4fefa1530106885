import { z } from "zod";
import { personNameProblem } from "./plain-name.ts";
import { refuseWith } from "./primitives.ts";
import { route } from "./route.ts";

export const dateFormats = ["auto", "dmy", "mdy", "ymd"] as const;
export const numberFormats = ["auto", "comma", "point", "space"] as const;
export const themeChoices = ["system", "light", "dark"] as const;
export const languages = ["en"] as const;

/** A picture small enough to live in the document: 128 px square, made by the browser. */
const photo = z
  .string()
  .max(120_000, "Choose a smaller image.")
  .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/, "Choose a PNG, JPEG or WebP image.");

/** What people may change of themselves. */
export const profileFields = z.strictObject({
  name: z
    .string()
    .trim()
    .max(120, "Use at most 120 characters.")
    .superRefine(refuseWith(personNameProblem))
    .nullable()
    .optional(),
  photo: photo.nullable().optional(),
  phone: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, "Enter a phone number with its country code, such as +9715012345678.")
    .nullable()
    .optional(),
  language: z.enum(languages, "Choose a language from the list.").optional(),
  timeZone: z.string().max(60).nullable().optional(),
  dateFormat: z.enum(dateFormats, "Choose a format from the list.").optional(),
  numberFormat: z.enum(numberFormats, "Choose a format from the list.").optional(),
  theme: z.enum(themeChoices, "Choose a theme from the list.").optional(),
});

export type ProfileFields = z.input<typeof profileFields>;

/** A person who uses the console, keyed by the uid of the account. */
export const userDocument = z.object({
  uid: z.string(),
  email: z.string().nullable(),
  role: z.string(),
  tenantId: z.string().nullable(),
  name: z.string().nullable(),
  photo: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string(),
  timeZone: z.string().nullable(),
  dateFormat: z.enum(dateFormats),
  numberFormat: z.enum(numberFormats),
  theme: z.enum(themeChoices),
});

export type UserDocument = z.infer<typeof userDocument>;

const uid = z.string().min(1).max(128);

export const getUser = route({
  method: "GET",
  path: "/api/users/{uid}",
  permission: "account.own",
  summary: "A user's document: one's own, or any for platform admins.",
  input: z.strictObject({ uid }),
  output: userDocument,
  topics: ["users"],
});

export const updateUser = route({
  method: "PATCH",
  path: "/api/users/{uid}",
  permission: "account.own",
  summary: "Changes profile fields of one's own document; role, tenant, email and uid cannot be changed here.",
  input: profileFields.extend({ uid }),
  output: userDocument,
  topics: ["users"],
});
