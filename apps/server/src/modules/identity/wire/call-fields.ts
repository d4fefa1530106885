import { parseEmail } from "../domain/accounts/email-address.ts";
import type { ClearableField } from "../domain/accounts/update-own-account.ts";
import { IdentityError } from "../domain/identity-error.ts";
import { WireError } from "./wire-error.ts";

type Body = Record<string, unknown>;

/** A text of a call, or undefined when it is absent or null; another type is refused by name. */
export function textField(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  // Half a character is no text: no database keeps it.
  if (typeof value === "string" && !/\p{Surrogate}/u.test(value)) return value;
  throw new WireError(`Invalid value at '${name}' (TYPE_STRING)`);
}

const maxLengths = { displayName: 256, photoUrl: 2048, email: 254, providerId: 128, rawId: 256 } as const;

/** A text of an account, no longer than such a text needs to be. */
export function profileField(body: Body, name: keyof typeof maxLengths): string | undefined {
  const value = textField(body, name);
  if (value === undefined || value.length <= maxLengths[name]) return value;
  throw new WireError("INVALID_ARGUMENT", { detail: `${name} has at most ${maxLengths[name]} characters.` });
}

/** A phone number as E.164 writes it; an empty text stands for none. */
export function phoneField(body: Body): string | undefined {
  const value = textField(body, "phoneNumber");
  if (value === undefined || value === "" || /^\+[1-9]\d{4,14}$/.test(value)) return value;
  throw new WireError("INVALID_PHONE_NUMBER", { detail: "Write it like +97317000000." });
}

/** The objects of a list; anything else in it is refused. */
export function objectsField(body: Body, name: string): Body[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((one) => typeof one === "object" && one !== null && !Array.isArray(one))) {
    return value as Body[];
  }
  throw new WireError(`Invalid value at '${name}' (TYPE_MESSAGE)`);
}

/** A list of texts of a call; a single text counts as a list of one. */
export function listField(body: Body, name: string): string[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.every((entry): entry is string => typeof entry === "string" && !/\p{Surrogate}/u.test(entry))) return list;
  throw new WireError(`Invalid value at '${name}' (TYPE_STRING)`);
}

/** An email address of a call, as the domain stores it. */
export function emailField(body: Body, name = "email"): string | undefined {
  const value = textField(body, name);
  return value === undefined ? undefined : parseEmail(value);
}

/** The email address that a call must have. */
export function requireEmailField(body: Body): string {
  const email = emailField(body);
  if (email === undefined) throw new IdentityError("email-missing");
  return email;
}

/** The ID token of a call: undefined where the call has no such field, empty where the field holds none. */
export function idTokenField(body: Body): string | undefined {
  return body.idToken === undefined ? undefined : (textField(body, "idToken") ?? "");
}

/** A flag of a call; anything else than true and false counts as absent. */
export function flagField(body: Body, name: string): boolean | undefined {
  const value = body[name];
  return typeof value === "boolean" ? value : undefined;
}

const clearableFields: Readonly<Record<string, ClearableField>> = {
  DISPLAY_NAME: "displayName",
  PHOTO_URL: "photoUrl",
  PASSWORD: "password",
  EMAIL: "email",
};

/** The fields that a call takes away; names that we do not know are left out. */
export function clearedFields(body: Body): ReadonlySet<ClearableField> {
  const fields = listField(body, "deleteAttribute").map((name) => clearableFields[name]);
  return new Set(fields.filter((field) => field !== undefined));
}

/** A whole number of a call, which clients also send as a text. */
export function numberField(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  throw new WireError(`Invalid value at '${name}' (TYPE_INT64)`);
}
