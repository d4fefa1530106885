import { routes } from "@console/contracts";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import type { Database } from "../platform/db/database.ts";
import type { EventHub } from "../platform/events/event-hub.ts";
import { namedRoutes } from "../platform/http/build-app.ts";
import { openApiDocument } from "../platform/http/openapi.ts";
import type { MailTransports } from "../platform/mail/transport.ts";
import { allEndpoints, allJobs } from "./registry.ts";

const endpoints = allEndpoints({
  live: {} as never,
  hub: {} as EventHub,
  identity: {} as never,
  database: {} as never,
  sources: {} as never,
  mail: {} as never,
  linkUse: {} as never,
});
const nameForRoute = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

test("every contract route is answered, exactly once, and nothing else but the calls of entities is", () => {
  const answered = endpoints.map(({ route }) => route).filter(({ operation }) => operation === undefined);
  const contracts = Object.values(routes).filter((route) => !("isOfEveryEntity" in route));
  expect(answered.map(nameForRoute).sort()).toEqual(contracts.map(nameForRoute).sort());
  const all = endpoints.map(({ route }) => nameForRoute(route));
  expect(new Set(all).size).toBe(all.length);
});

test("every job has a name of its own", () => {
  const names = allJobs({
    hasDemoData: true,
    mail: {} as MailTransports,
    database: {} as Database,
    sources: {} as never,
    identity: {} as never,
  }).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z-]+\.[a-z-]+$/);
});

test("the API document is valid OpenAPI 3.1 and names every route with its permission", async () => {
  const document = openApiDocument(namedRoutes(endpoints), { title: "AIQ", version: "1" });
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
    Object.fromEntries(endpoints.map(({ route }) => [nameForRoute(route), route.permission])),
  );
});
