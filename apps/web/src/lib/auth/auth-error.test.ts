import { expect, test } from "vitest";
import { AuthError } from "./auth-error.ts";

const readMessage = (wireMessage: string) => new AuthError(wireMessage).message;

test("what the service says is shown as it is", () => {
  expect(readMessage("INVALID_LOGIN_CREDENTIALS : Incorrect email or password.")).toBe("Incorrect email or password.");
  expect(readMessage("USER_DISABLED : Other words than ours.")).toBe("Other words than ours.");
});

test("the words of the catalogue are kept as they are", () => {
  expect(["USER_DOCUMENT_MISSING", "USER_NOT_AUTHENTICATED", "NO_USER_LOADED"].map(readMessage)).toEqual([
    "User data not found in database.",
    "User not authenticated",
    "No user loaded",
  ]);
});

test("a weak password is explained in the words of the server", () => {
  expect(readMessage("WEAK_PASSWORD : Password should be at least 12 characters")).toBe(
    "Password should be at least 12 characters.",
  );
});

test("several unmet requirements become one sentence each", () => {
  const wire =
    "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: " +
    "[Password must contain at least 12 characters, Password must contain a numeric character]";
  expect(readMessage(wire)).toBe(
    "Password must contain at least 12 characters. Password must contain a numeric character.",
  );
});

test("a code that is not known shows what the provider says, or else the code", () => {
  expect(readMessage("NEW_RULE : Ask your provider.")).toBe("Ask your provider.");
  expect(readMessage("NEW_RULE")).toBe("NEW_RULE");
});

test("the code stands apart from its detail, and the wait comes along", () => {
  const { code, retryAfterSeconds } = new AuthError("TOO_MANY_ATTEMPTS_TRY_LATER : Access : disabled", 30);
  expect([code, retryAfterSeconds]).toEqual(["TOO_MANY_ATTEMPTS_TRY_LATER", 30]);
});

test.each(["TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN"])(
  "%s ends a session and is no passing trouble",
  (code) => {
    const error = new AuthError(code);
    expect([error.endsSession, error.isPassing]).toEqual([true, false]);
  },
);

test.each(["NETWORK_REQUEST_FAILED", "UNAVAILABLE"])("%s passes and ends no session", (code) => {
  const error = new AuthError(code);
  expect([error.endsSession, error.isPassing]).toEqual([false, true]);
});
