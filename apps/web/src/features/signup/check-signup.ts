import { type SignupForm, signupForm } from "@console/contracts";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { SignupValues } from "./signup-draft.ts";

/** The fields of the form in the order in which they stand. */
export const fieldLabels = {
  fullName: "Full name",
  email: "Work email",
  company: "Company",
  country: "Country",
  phone: "Phone",
  branches: "Number of branches",
  systems: "Systems used",
  message: "Message",
  consent: "Privacy notice",
} as const satisfies Record<keyof SignupForm, string>;

export type FieldName = keyof typeof fieldLabels;

export type FieldErrors = Partial<Record<FieldName, string>>;

/** Whether a name that the server complains about is a field that people can see. */
export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fieldLabels, name);
}

/** A typed number as E.164: empty when nothing was typed, null when it is no phone number. */
export function toE164(number: string, country: string): string | null {
  if (number.trim() === "") return "";
  const isCountryCode = /^[A-Z]{2}$/.test(country);
  const parsed = parsePhoneNumberFromString(number, isCountryCode ? { defaultCountry: country as "AE" } : {});
  return parsed?.isValid() ? parsed.number : null;
}

function phoneError({ phoneNumber, phoneCountry }: SignupValues): string {
  return phoneCountry === "" && !phoneNumber.trim().startsWith("+")
    ? "Choose the country code, or start the number with +."
    : "This is not a complete phone number. Check the digits and the country code.";
}

/** Checks the form against the contract: what may be sent, or what is wrong where. */
export function checkSignup(values: SignupValues): { form: SignupForm | null; errors: FieldErrors } {
  const { phoneCountry, phoneNumber, ...rest } = values;
  const phone = toE164(phoneNumber, phoneCountry);
  const errors: FieldErrors = phone === null ? { phone: phoneError(values) } : {};
  const result = signupForm.safeParse({ ...rest, phone: phone ?? "" });
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (isFieldName(name)) errors[name] ??= issue.message;
  }
  return { form: result.success && phone !== null ? result.data : null, errors };
}

/** Longest time that the contract takes for filling in the form. */
export const filledInMsMax = 86_400_000;
