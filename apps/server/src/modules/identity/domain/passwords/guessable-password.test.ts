import { expect, test } from "vitest";
import { explainGuessable } from "./guessable-password.ts";

const email = "noor.haddad@company.example";

test.each([
  ["123qweasdzxc", /a common one/],
  ["QWERTY123456", /a common one/],
  ["passwordpassword", /a common one/],
  ["aaaaaaaaaaaaaaa", /repeat/],
  ["xy7xy7xy7xy7xy7", /repeat/],
  ["noor.haddad2026", /email address/],
])("%s is refused for its reason", async (password, reason) => {
  expect(await explainGuessable(password, email)).toMatch(reason);
});

test.each([
  "a quite different password",
  "correct-horse-battery",
  "noor.haddad likes long walks by the sea",
  "短い文字でも長い合言葉です",
])("%s is fine", async (password) => {
  expect(await explainGuessable(password, email)).toBeNull();
});
