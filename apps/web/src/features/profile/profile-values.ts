import type { ProfileFields, UserDocument } from "@console/contracts";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** The profile as its form holds it: texts are never null there. */
export type ProfileValues = Omit<UserDocument, "uid" | "email" | "role" | "tenantId" | "name" | "phone"> & {
  name: string;
  phone: string;
};

export type ProfileField = keyof ProfileValues;

export type ProfileErrors = Partial<Record<ProfileField, string>>;

const nameMax = 120;

/** A user's document as the form shows it; the theme is that of this browser. */
export function toValues(user: UserDocument, theme: ProfileValues["theme"]): ProfileValues {
  const { uid: _uid, email: _email, role: _role, tenantId: _tenantId, ...fields } = user;
  return { ...fields, name: user.name ?? "", phone: user.phone ?? "", theme };
}

/** The fields that differ from what is stored. */
export function changedFields(stored: ProfileValues, values: ProfileValues): ProfileField[] {
  return (Object.keys(values) as ProfileField[]).filter((field) => values[field] !== stored[field]);
}

/** Checks the changed fields: what may be sent, or what is wrong where. */
export function checkProfile(stored: ProfileValues, values: ProfileValues) {
  const errors: ProfileErrors = {};
  const phone = toE164(values.phone);
  if (phone === undefined) errors.phone = "Enter the full number with its country code, such as +971 50 123 4567.";
  if (values.name.trim().length > nameMax) errors.name = `Use at most ${nameMax} characters.`;
  const sendable = { ...values, name: values.name.trim() || null, phone };
  const changed = changedFields(stored, values).map((field) => [field, sendable[field]]);
  return { fields: Object.fromEntries(changed) as ProfileFields, errors };
}

/** Whether the server complains about a field of this form. */
export function isProfileField(name: string, values: ProfileValues): name is ProfileField {
  return Object.hasOwn(values, name);
}

/** A typed number as E.164: null when nothing was typed, undefined when it is no phone number. */
function toE164(typed: string): string | null | undefined {
  if (typed.trim() === "") return null;
  const parsed = parsePhoneNumberFromString(typed);
  return parsed?.isValid() ? parsed.number : undefined;
}
