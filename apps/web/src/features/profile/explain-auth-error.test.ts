import { expect, test } from "vitest";
import { AuthError } from "../../lib/auth/auth-error.ts";
import { explainAuthError } from "./explain-auth-error.ts";

test("a wrong current password is told at its field", () => {
  expect(explainAuthError(new AuthError("INVALID_LOGIN_CREDENTIALS"))).toEqual({
    place: "current",
    message: "This is not your current password.",
  });
});

test("a weak new password is told at its field in the words of the service", () => {
  const error = new AuthError("WEAK_PASSWORD : Password should be at least 6 characters");
  expect(explainAuthError(error)).toEqual({ place: "next", message: "Password should be at least 6 characters." });
});

test("a taken address is told at its field", () => {
  expect(explainAuthError(new AuthError("EMAIL_EXISTS")).place).toBe("email");
});

test.each([
  [30, "30 s"],
  [61, "2 min"],
])("a wait of %s seconds reads as %s", (seconds, words) => {
  const { place, message } = explainAuthError(new AuthError("TOO_MANY_ATTEMPTS_TRY_LATER : x", seconds));
  expect([place, message]).toEqual(["form", `Too many attempts. Try again in ${words}.`]);
});

test("any other failure is told in its own words below the form", () => {
  expect(explainAuthError(new Error("No."))).toEqual({ place: "form", message: "No." });
});
