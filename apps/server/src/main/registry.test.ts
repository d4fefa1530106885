import { routes } from "@console/contracts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { namedRoutes } from "../platform/http/build-app.ts";
import { openApiDocument } from "../platform/http/openapi.ts";
import { unused } from "../testing/unused.ts";
import { describedEndpoints } from "./endpoints-for-tests.ts";
import { allJobs } from "./registry.ts";

const nameForRoute = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("every contract route is answered, exactly once, and nothing else but the calls of entities is", () => {
  const answered = describedEndpoints.map(({ route }) => route).filter(({ operation }) => operation === undefined);
  const contracts = Object.values(routes).filter((route) => !("isOfEveryEntity" in route));
  expect(answered.map(nameForRoute).sort()).toEqual(contracts.map(nameForRoute).sort());
  const all = describedEndpoints.map(({ route }) => nameForRoute(route));
  expect(new Set(all).size).toBe(all.length);
});

test("every job has a name of its own", () => {
  const names = allJobs({
    hasDemoData: true,
    mail: unused(),
    database: unused(),
    sources: unused(),
    identity: unused(),
  }).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+\.[a-z-]+$/);
});

test("the API document is valid OpenAPI 3.1 and names every route with its permission", async () => {
  const document = openApiDocument(namedRoutes(describedEndpoints), { title: "AIQ", version: "1" });
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
