import { expect, test } from "vitest";
import {
  createSearchReader,
  mergeSearch,
  parseKey,
  parseSearch,
  parseText,
  parseTexts,
  stringifySearch,
} from "./search.ts";

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

test("a page reads the parameters that it knows, and leaves the others to the router", () => {
  const read = createSearchReader({ q: parseText, filter: parseTexts });
  expect(read({ q: "ada", filter: "status:new", utm_source: "x" })).toEqual({ q: "ada", filter: ["status:new"] });
  expect(read({})).toEqual({});
});

test("a malformed parameter replaces what the address says by nothing", () => {
  const read = createSearchReader({ q: parseText, filter: parseTexts, view: (value) => parseKey({ open: 1 }, value) });
  const malformed = { q: ["a", "b"], filter: [1], view: "toString" };
  expect(Object.entries({ ...malformed, ...read(malformed) })).toEqual([
    ["q", undefined],
    ["filter", undefined],
    ["view", undefined],
  ]);
  expect(read({ q: "", view: "open" })).toStrictEqual({ q: undefined, view: "open" });
});

test("parameters that are merged keep the place and the value of the others", () => {
  expect(stringifySearch(mergeSearch({ row: undefined, tab: "log" })({ q: "a", row: "1", utm_source: "x" }))).toBe(
    "?q=a&utm_source=x&tab=log",
  );
});
