import { routes } from "@console/contracts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { namedRoutes } from "../platform/http/build-app.ts";
import { openApiDocument } from "../platform/http/openapi.ts";
import { describedEndpoints, describedJobs } from "./endpoints-for-tests.ts";

const nameForRoute = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("every contract route is answered, exactly once, and nothing else but the calls of entities is", () => {
  const answered = describedEndpoints.map(({ route }) => route).filter(({ operation }) => operation === undefined);
  const contracts = Object.values(routes).filter((route) => !("isOfEveryEntity" in route));
  expect(answered.map(nameForRoute).sort()).toEqual(contracts.map(nameForRoute).sort());
  const all = describedEndpoints.map(({ route }) => nameForRoute(route));
  expect(new Set(all).size).toBe(all.length);
});

test("every job has a name of its own", () => {
  const names = describedJobs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+\.[a-z-]+$/);
});

const document = openApiDocument(namedRoutes(describedEndpoints), { title: "AIQ", version: "1" });

test("the API document is valid OpenAPI 3.1 and names every route with its permission", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toMatchObject({ valid: true });
  expect(validator.version).toBe("3.1");
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      (operation as Record<string, unknown>)["x-permission"],
    ]),
  );
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(describedEndpoints.map(({ route }) => [nameForRoute(route), route.permission])),
  );
});

type Found = { place: string; schema: Record<string, unknown> };

/** Every property and parameter of a part of the document that is named `to`, with where it stands. */
function findEnds(part: unknown, place: string): Found[] {
  if (typeof part !== "object" || part === null) return [];
  const { name, in: isParameter, schema, properties } = part as Record<string, unknown>;
  const own = isParameter && name === "to" ? schema : (properties as Record<string, unknown> | undefined)?.to;
  const found = own ? [{ place, schema: own as Found["schema"] }] : [];
  return [...found, ...Object.entries(part).flatMap(([key, value]) => findEnds(value, `${place}/${key}`))];
}

/** Whether a schema can be a text, and so a day: answers do not say which texts are days. */
function canBeText(schema: unknown): boolean {
  const { type, anyOf = [] } = schema as { type?: string | string[]; anyOf?: unknown[] };
  return [type].flat().includes("string") || anyOf.some(canBeText);
}

test("every `to` that is a day says that it is the first day after the range", () => {
  const texts = findEnds(document.paths, "").filter(({ schema }) => canBeText(schema));
  const silent = texts.filter(({ schema }) => schema.description !== "The first day after the range.");
  // What a currency and a time zone are changed to.
  const others = /^\/\/api\/.*\/(?:currency|timeZone)\//;
  expect(silent.map(({ place }) => place).filter((place) => !others.test(place))).toEqual([]);
  expect(texts.length).toBeGreaterThan(silent.length);
});
