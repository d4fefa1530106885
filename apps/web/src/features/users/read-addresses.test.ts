import { expect, test } from "vitest";
import { readAddresses } from "./read-addresses.ts";

const read = (text: string) => readAddresses(text).map(({ email, name }) => (name ? `${name}|${email}` : email));

test("addresses are told apart by commas, semicolons, spaces and lines", () => {
  expect(read("a@x.com, b@x.com;c@x.com\nd@x.com  e@x.com,,\n\n")).toEqual([
    "a@x.com",
    "b@x.com",
    "c@x.com",
    "d@x.com",
    "e@x.com",
  ]);
  expect(read("  \n")).toEqual([]);
});

test("names stand before their addresses, also in quotes and behind addresses without one", () => {
  expect(read('Ada Admin <ada@x.com>, "Doe, Jane" <jane@x.com>\nz@x.com Bob <bob@x.com>')).toEqual([
    "Ada Admin|ada@x.com",
    "Doe, Jane|jane@x.com",
    "z@x.com",
    "Bob|bob@x.com",
  ]);
  expect(read("<only@x.com>")).toEqual(["only@x.com"]);
});

test("what is no address is kept, so that the check can say so", () => {
  expect(read("nonsense, a@x.com")).toEqual(["nonsense", "a@x.com"]);
});
