import { expect, test } from "vitest";
import { addLogTerm, parseLogQuery, removeLogTerm, writeLogQuery } from "./log-query.ts";

const plain = (query: string) =>
  parseLogQuery(query).map(({ field, value, isExcluded }) => `${isExcluded ? "not " : ""}${field} ${value}`);

test.each<[string, string[]]>([
  ["", []],
  ["   ", []],
  ["timeout", ["text timeout"]],
  ["level:error", ["level error"]],
  ['level:error tenant:acme "timed out"', ["level error", "tenant acme", "text timed out"]],
  ["-part:mail", ["not part mail"]],
  ['-"timed out" -word', ["not text timed out", "not text word"]],
  ['tenant:"Acme Ltd" x', ["tenant Acme Ltd", "text x"]],
  ['route:"GET /api/config"', ["route GET /api/config"]],
  ["http://host/path", ["text http://host/path"]],
  ["status:500", ["text status:500"]],
  ["-status:500", ["not text status:500"]],
  ["tenant:", ["text tenant:"]],
  ['tenant:""', []],
  ["level:error level:warn", ["level error", "level warn"]],
  ['"no end', ["text no end"]],
  ['"a \\" quote"', ['text a " quote']],
  ["-", []],
  ["request:0f8e-1 Ünïcode", ["request 0f8e-1", "text Ünïcode"]],
  ["error:ab12", ["error ab12"]],
  ["a\tb\nc", ["text a", "text b", "text c"]],
])("%s is read as %j", (query, terms) => {
  expect(plain(query)).toEqual(terms);
});

test.each([
  'level:error tenant:"Acme Ltd" "timed out" -part:mail',
  '"-dash" "level:error" "a \\" b" "c \\\\ d"',
  "-http://x -word",
])("%s survives being written and read again", (query) => {
  const terms = parseLogQuery(query);
  expect(parseLogQuery(writeLogQuery(terms))).toEqual(terms);
});

test("a term takes the place of its opposite", () => {
  expect(addLogTerm("level:error x", { field: "level", value: "error", isExcluded: true })).toBe("x -level:error");
  expect(addLogTerm("x", { field: "tenant", value: "Acme Ltd", isExcluded: false })).toBe('x tenant:"Acme Ltd"');
});

test("a term is removed by its place", () => {
  expect(removeLogTerm('level:error "timed out" x', 1)).toBe("level:error x");
});

test("an endless search is cut", () => {
  expect(parseLogQuery("a ".repeat(10_000))).toHaveLength(30);
  expect(parseLogQuery("z".repeat(10_000))[0]?.value).toHaveLength(200);
});
