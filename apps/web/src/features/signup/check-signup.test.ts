import { expect, test } from "vitest";
import { checkSignup, toE164 } from "./check-signup.ts";
import { describeWait } from "./describe-wait.ts";
import { emptyValues } from "./signup-draft.ts";

const valid = {
  ...emptyValues,
  fullName: " Amina Rahman ",
  email: "Amina@Contoso.com",
  company: "Contoso Foods",
  consent: true,
};

test("a form with the required fields may be sent, cleaned up and with gaps as null", () => {
  const { form, errors } = checkSignup(valid);
  expect(errors).toEqual({});
  expect(form).toMatchObject({ fullName: "Amina Rahman", email: "amina@contoso.com", phone: null, country: null });
});

test("an empty form names each required field", () => {
  const { form, errors } = checkSignup(emptyValues);
  expect(form).toBeNull();
  expect(Object.keys(errors).sort()).toEqual(["company", "consent", "email", "fullName"]);
});

test("a national number is sent with its country code", () => {
  expect(checkSignup({ ...valid, phoneCountry: "AE", phoneNumber: "050 123 4567" }).form?.phone).toBe("+971501234567");
});

test("an international number needs no country", () => {
  expect(toE164("+44 20 7946 0958", "")).toBe("+442079460958");
});

test("a number without its country code stops the form and says what to do", () => {
  const { form, errors } = checkSignup({ ...valid, phoneNumber: "0501234567" });
  expect(form).toBeNull();
  expect(errors.phone).toBe("Choose the country code, or start the number with +.");
});

test("an incomplete number stops the form", () => {
  expect(checkSignup({ ...valid, phoneCountry: "AE", phoneNumber: "050" }).errors.phone).toContain("not a complete");
});

test("a message beyond its limit stops the form", () => {
  expect(checkSignup({ ...valid, message: "x".repeat(1_001) }).errors.message).toContain("1000");
});

test("the wait before another try is told in words", () => {
  expect(describeWait(1)).toBe("Try again in 1 second.");
  expect(describeWait(61)).toBe("Try again in 2 minutes.");
  expect(describeWait(null)).toBe("Try again in a few minutes.");
});
