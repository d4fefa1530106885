import { z } from "zod";
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

const longest = { displayName: 256, photoUrl: 2048, email: 254, providerId: 128, rawId: 256 } as const;

/** A text of an account, no longer than such a text needs to be. */
export function profileField(body: Body, name: keyof typeof longest): string | undefined {
  const value = textField(body, name);
  if (value === undefined || value.length <= longest[name]) return value;
  throw new WireError("INVALID_ARGUMENT", { detail: `${name} has at most ${longest[name]} characters.` });
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

/** An e-mail address in the one form in which it is stored and compared; anything else is INVALID_EMAIL. */
export function emailField(body: Body, name = "email"): string | undefined {
  const value = textField(body, name);
  if (value === undefined) return undefined;
  const email = value.trim().toLowerCase();
  if (email.length > 254 || !z.email().safeParse(email).success) throw new WireError("INVALID_EMAIL");
  return email;
}

/** A whole number of a call, which clients also send as a text. */
export function numberField(body: Body, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null || value === "") return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= 0) return number;
  throw new WireError(`Invalid value at '${name}' (TYPE_INT64)`);
}
