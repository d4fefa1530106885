import { z } from "zod";
import { WireError } from "./wire-error.ts";

type Body = Record<string, unknown>;

/** A text of a call, or undefined when it is absent or null; another type is refused by name. */
export function textField(body: Body, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new WireError(`Invalid value at '${name}' (TYPE_STRING)`);
}

/** A list of texts of a call; a single text counts as a list of one. */
export function listField(body: Body, name: string): string[] {
  const value = body[name];
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : [value];
  if (list.every((entry): entry is string => typeof entry === "string")) return list;
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
