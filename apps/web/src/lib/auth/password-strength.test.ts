import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

test.each([
  ["aaaaaaaaaaaaaaaaaaaa", "weak"],
  ["abcdefghijklmnop", "weak"],
  ["1234567890123456", "weak"],
  ["qwertyuiopasdf", "weak"],
  ["password12345", "weak"],
  ["password-admin-hello", "weak"],
  ["tractor-lemon", "good"],
  ["correct horse battery staple", "strong"],
  ["x7$Kp!mQz2&vL9", "strong"],
] as const)("%s is %s", (password, strength) => {
  expect(passwordStrength(password, null)).toBe(strength);
});

test("one's own name makes a password no stronger", () => {
  expect(passwordStrength("noor.haddad.x1", "other@haddad.example")).toBe("good");
  expect(passwordStrength("noor.haddad.x1", "noor.haddad@haddad.example")).toBe("weak");
});

test("nothing typed is weak", () => {
  expect(passwordStrength("", null)).toBe("weak");
});
