import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mutations } from "../mutations/index.mjs";

const fewestMutations = 60;
const inRepository = (file: string) => new URL(`../../${file}`, import.meta.url);

test("there are enough mutations, each with a name of its own", () => {
  expect(mutations.length).toBeGreaterThanOrEqual(fewestMutations);
  expect(new Set(mutations.map(({ name }) => name)).size).toBe(mutations.length);
});

test("every mutation changes one place of a file that is there", () => {
  const wrong = mutations.filter(({ file, find, replace }) => {
    const occurrences = existsSync(inRepository(file))
      ? readFileSync(inRepository(file), "utf8").split(find).length - 1
      : 0;
    return occurrences !== 1 || find === replace;
  });
  expect(wrong.map(({ name, file }) => `${name} (${file})`)).toEqual([]);
});

test("every mutation names tests that are there", () => {
  const missing = mutations.flatMap(({ tests }) => tests).filter((file) => !existsSync(inRepository(file)));
  expect([...new Set(missing)]).toEqual([]);
  expect(mutations.filter(({ tests }) => tests.length === 0)).toEqual([]);
});
