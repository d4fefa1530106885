import { expect, test } from "vitest";
import { honestQueries, hostileQueries } from "./hostile-queries-for-tests.ts";
import { parseSelect } from "./parse-select.ts";

test.each(hostileQueries)("%j is refused in words", async (query) => {
  const { text, problem } = await parseSelect(query);
  expect(text).toBeNull();
  expect(problem).toMatch(/^[A-Z"].*\.$/s);
});

test.each(honestQueries)("%j is taken", async (query) => {
  expect((await parseSelect(query)).problem).toBeNull();
});

test("the one statement is taken without what follows it", async () => {
  expect(await parseSelect("select 'é;' as id ; -- done")).toEqual({ text: "select 'é;' as id ", problem: null });
});

test("what is nested without end is refused, and the next query is read", async () => {
  const deep = `select 1 as id where ${"not ".repeat(50_000)}true`;
  expect((await parseSelect(deep)).problem).toBe("The query is nested too deeply. Write it simpler.");
  expect((await parseSelect("select 1 as id")).problem).toBeNull();
});
