import { expect, test } from "vitest";
import { checkWithoutEval, trustStyleSheets } from "./content-policy.ts";

test("style sheets pass, and no text that holds a tag does", () => {
  let createHTML: (text: string) => string | null = () => "never asked for";
  trustStyleSheets({
    createPolicy: (name, rules) => {
      expect(name).toBe("default");
      createHTML = rules.createHTML;
    },
  });
  expect(createHTML(":root{--accent:#2a55d9}")).toBe(":root{--accent:#2a55d9}");
  expect(createHTML("<img src=x onerror=alert(1)>")).toBeNull();
});

test("browsers without trusted types go on as before", () => {
  expect(() => trustStyleSheets(undefined)).not.toThrow();
});

test("schemas are checked without writing code", () => {
  checkWithoutEval();
  expect(globalThis).toMatchObject({ __zod_globalConfig: { jitless: true } });
});
