import type { UserDocument } from "@console/contracts";
import { expect, test } from "vitest";
import { changedFields, checkProfile, toValues } from "./profile-values.ts";

const user: UserDocument = {
  uid: "u1",
  email: "ada@demo.test",
  role: "viewer",
  tenantId: "t1",
  name: null,
  photo: null,
  phone: null,
  language: "en",
  timeZone: null,
  dateFormat: "auto",
  numberFormat: "auto",
  theme: "system",
};
const stored = toValues(user, "dark");

test("what is not the reader's to change is no part of the form", () => {
  expect(Object.keys(stored)).not.toEqual(expect.arrayContaining(["uid"]));
  expect(checkProfile(stored, { ...stored, name: "Ada" }).fields).toEqual({ name: "Ada" });
});

test("the theme of the form is the one of this browser", () => {
  expect(stored.theme).toBe("dark");
});

test("a field that was changed and changed back is not changed", () => {
  expect(changedFields(stored, { ...stored, name: "Ada" })).toEqual(["name"]);
  expect(changedFields(stored, { ...stored, name: "" })).toEqual([]);
});

test("an emptied name and phone are sent as none", () => {
  const filled = { ...stored, name: "Ada", phone: "+971501234567" };
  expect(checkProfile(filled, { ...filled, name: " ", phone: "" }).fields).toEqual({ name: null, phone: null });
});

test("a phone number may be typed with spaces and is sent without", () => {
  const { fields, errors } = checkProfile(stored, { ...stored, phone: "+971 50 123 4567" });
  expect([fields, errors]).toEqual([{ phone: "+971501234567" }, {}]);
});

test.each(["050 123 4567", "+971 50", "call me"])("%s is told to be no whole phone number", (phone) => {
  expect(checkProfile(stored, { ...stored, phone }).errors.phone).toContain("country code");
});

test("a name beyond its length is told", () => {
  expect(checkProfile(stored, { ...stored, name: "a".repeat(121) }).errors.name).toBe("Use at most 120 characters.");
});
