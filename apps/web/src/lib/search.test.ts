import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search.ts";

test("a query survives reading and writing unchanged", () => {
  const query = "?signup=1&utm_source=x&utm_campaign=spring+sale";
  expect(stringifySearch(parseSearch(query))).toBe(query);
});

test("numbers and booleans in a query stay text", () => {
  expect(parseSearch("?signup=1&open=true")).toEqual({ signup: "1", open: "true" });
});

test("a repeated name becomes a list and is written as often as it was read", () => {
  expect(parseSearch("?zone=a&zone=b&zone=c")).toEqual({ zone: ["a", "b", "c"] });
  expect(stringifySearch({ zone: ["a", "b", "c"] })).toBe("?zone=a&zone=b&zone=c");
});

test("what is not set leaves no trace in the URL", () => {
  expect(stringifySearch({ signup: undefined, utm_source: null })).toBe("");
});

test("a value is written without quotes", () => {
  expect(stringifySearch({ signup: 1, utm_source: "x" })).toBe("?signup=1&utm_source=x");
});
