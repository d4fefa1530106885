import { expect, test } from "vitest";
import { inPlainWords, signupForm } from "./index.ts";

const filled = { fullName: " Noor Haddad ", email: " Noor@Company.Example ", company: "Haddad", consent: true };

test("what people type around a value is taken off, and addresses are compared in small letters", () => {
  expect(signupForm.parse(filled)).toMatchObject({ fullName: "Noor Haddad", email: "noor@company.example" });
});

test("what is left empty is absent, not an empty text", () => {
  expect(signupForm.parse({ ...filled, phone: "", country: "", branches: "", message: "" })).toMatchObject({
    phone: null,
    country: null,
    branches: null,
    message: null,
    systems: [],
  });
});

test("a system named twice counts once", () => {
  expect(signupForm.parse({ ...filled, systems: ["delivery", "delivery"] }).systems).toEqual(["delivery"]);
});

test("each fault is told in words that say what to do", () => {
  const { error } = signupForm.safeParse({ email: "x", phone: "05", consent: false }, { error: inPlainWords });
  const messages = Object.fromEntries(error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? []);
  expect(messages).toEqual({
    fullName: "This field is missing.",
    email: "Enter an email address such as name@company.com.",
    company: "This field is missing.",
    phone: "Enter a phone number with its country code, such as +9715012345678.",
    consent: "Agree to the privacy notice, so that we may answer.",
  });
});
