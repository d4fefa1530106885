import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { uncalled } from "../../apps/web/build/endpoints-plugin.ts";

const folder = path.resolve(import.meta.dirname, "../../apps/web/src");

test("an endpoint that the browser is not told of is called by no page", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  const calls = files
    .filter((name) => !/\.test\.tsx?$|for-tests/.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join(folder, name), "utf8");
      return [...uncalled]
        .filter((endpoint) => text.includes(`"${endpoint}"`))
        .map((endpoint) => `${name}: ${endpoint}`);
    });
  expect(calls).toEqual([]);
});
