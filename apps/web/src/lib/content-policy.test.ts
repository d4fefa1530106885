import { expect, test } from "vitest";
import { checkWithoutEval, trustOwnFiles } from "./content-policy.ts";

type Rules = Parameters<NonNullable<Parameters<typeof trustOwnFiles>[0]>["createPolicy"]>[1];

/** The rules of the policy that was made. */
function readRules(): Rules {
  const policies: Rules[] = [];
  trustOwnFiles({
    createPolicy: (name, rules) => {
      expect(name).toBe("default");
      policies.push(rules);
    },
  });
  return policies[0] as Rules;
}

test("style sheets pass, and no text that holds a tag does", () => {
  const { createHTML } = readRules();
  expect(createHTML(":root{--accent:#2a55d9}")).toBe(":root{--accent:#2a55d9}");
  expect(createHTML("<img src=x onerror=alert(1)>")).toBeNull();
});

test("workers come from our own built files alone", () => {
  const { createScriptURL } = readRules();
  expect(createScriptURL("/assets/worker-abc.mjs")).toBe("/assets/worker-abc.mjs");
  const others = [
    "/api/file",
    "/assets/../api/file",
    "https://evil.test/assets/a.mjs",
    "data:text/javascript,1",
    "blob:x",
  ];
  expect(others.filter((address) => createScriptURL(address) !== null)).toEqual([]);
});

test("browsers without trusted types go on as before", () => {
  expect(() => trustOwnFiles(undefined)).not.toThrow();
});

test("schemas are checked without writing code", () => {
  checkWithoutEval();
  expect(globalThis).toMatchObject({ __zod_globalConfig: { jitless: true } });
});
