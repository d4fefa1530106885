import { expect, test } from "vitest";
import { AuthError } from "../../lib/auth/auth-error.ts";
import { explainAuthError } from "./explain-auth-error.ts";

test("a wrong current password is told at its field", () => {
  const error = new AuthError("INVALID_LOGIN_CREDENTIALS : Incorrect email or password.");
  expect(explainAuthError(error)).toEqual({ place: "current", message: "Incorrect email or password." });
});

test("a weak new password is told at its field in the words of the service", () => {
  const error = new AuthError("WEAK_PASSWORD : Password should be at least 6 characters");
  expect(explainAuthError(error)).toEqual({ place: "next", message: "Password should be at least 6 characters." });
});

test("a taken address is told at its field", () => {
  expect(explainAuthError(new AuthError("EMAIL_EXISTS")).place).toBe("email");
});

test("a wait is told below the form in the words of the service", () => {
  const error = new AuthError("TOO_MANY_ATTEMPTS_TRY_LATER : Wait a minute.", 60);
  expect(explainAuthError(error)).toEqual({ place: "form", message: "Wait a minute." });
});

test("any other failure is told in its own words below the form", () => {
  expect(explainAuthError(new Error("No."))).toEqual({ place: "form", message: "No." });
});
