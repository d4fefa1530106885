import { expect, test } from "vitest";
import { organisationNameProblem, personNameProblem } from "./plain-name.ts";

test.each(["Sara O'Neil", "Dr. A. B. Haddad", "J.R.R. Tolkien", "J.Smith", "محمد علي", "Jean-Luc Ñúñez Jr."])(
  "the name %s is one",
  (name) => expect(personNameProblem(name)).toBeNull(),
);

test.each([
  "Win a car: https://evil.example/x",
  "www.evil.example",
  "Click evil.com now",
  "Click t.co now",
  "Click evil\u3002com now",
  "Click evil\u2024com now",
  "Click 203.0.113.9",
  "a@b.example",
  "Two\nlines",
  "Tab\tbed",
  "Turned \u202eround",
  "<b>Bold</b>",
])("the text %j is no name of a person", (text) => expect(personNameProblem(text)).not.toBeNull());

test("an organisation may be called like its domain, and not like a link", () => {
  expect(organisationNameProblem("Booking.com Ltd")).toBeNull();
  expect(organisationNameProblem("Booking.com/offer")).not.toBeNull();
  expect(organisationNameProblem("https://booking.example")).not.toBeNull();
});
