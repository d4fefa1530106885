import { errorBody, type Route, route } from "@console/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { AppError } from "../errors.ts";
import { handle } from "./endpoint.ts";

const thing = { permission: "public", summary: "A thing.", topics: [] } as const;
const endpoints = [
  handle(
    route({
      ...thing,
      method: "PATCH",
      path: "/api/things/{id}",
      input: z.strictObject({ id: z.string(), count: z.number() }),
      output: z.object({ id: z.string(), count: z.number() }),
    }),
    async (_context, input) => input,
  ),
  handle(
    route({
      ...thing,
      method: "GET",
      path: "/api/things",
      input: z.strictObject({ page: z.coerce.number().int().max(9).optional() }),
      output: z.object({ page: z.number() }),
    }),
    async (_context, { page = 0 }) => ({ page }),
  ),
  handle(
    route({
      ...thing,
      method: "GET",
      path: "/api/secret",
      permission: "outbox.read",
      input: z.strictObject({}),
      output: z.object({}),
    }),
    async () => ({}),
  ),
  handle(
    route({
      ...thing,
      method: "GET",
      path: "/api/broken/{how}",
      input: z.strictObject({ how: z.string() }),
      output: z.object({ ok: z.literal(true) }),
    }),
    async (_context, { how }): Promise<{ ok: true }> => {
      if (how === "contract") return { ok: "no" } as unknown as { ok: true };
      if (how === "foreseen") throw new AppError("upstream_failed", "The source did not answer.");
      throw new Error("canary-secret password in an unforeseen message");
    },
  ),
  handle(
    route({
      ...thing,
      method: "POST",
      path: "/api/locks",
      input: z.strictObject({ first: z.number(), second: z.number() }),
      output: z.object({ tries: z.number() }),
    }),
    async ({ db }, { first, second }) => {
      tries += 1;
      await sql`select pg_advisory_xact_lock(${first})`.execute(db);
      if (tries === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await sql`select pg_advisory_xact_lock(${second})`.execute(db);
      return { tries };
    },
  ),
] as const;

let tries = 0;
const bothHoldOne = gate();

function gate() {
  let resolve = () => {};
  const promise = new Promise<void>((open) => {
    resolve = open;
  });
  return { promise, resolve };
}

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ endpoints: [...endpoints] });
});
afterAll(() => testApp.close());

async function call(
  method: Route["method"] | "TRACE",
  url: string,
  options: { payload?: unknown; headers?: Record<string, string> } = {},
) {
  const response = await testApp.app.inject({
    method: method as "GET",
    url,
    ...(options.payload !== undefined && { payload: options.payload as string }),
    headers: { ...(options.payload !== undefined && { "content-type": "application/json" }), ...options.headers },
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body,
    json: () => JSON.parse(response.body),
  };
}

function expectError(answer: Awaited<ReturnType<typeof call>>, status: number, kind: string) {
  const { error } = errorBody.strict().parse(answer.json());
  expect([answer.status, error.kind]).toEqual([status, kind]);
  expect(error.requestId).toBe(answer.headers["x-request-id"]);
  expect(error.requestId).not.toBe("");
  return error;
}

test("malformed JSON is refused as such", async () => {
  const error = expectError(await call("PATCH", "/api/things/1", { payload: '{"count":' }), 400, "invalid_input");
  expect(error.message).toBe("The body is not valid JSON.");
});

test("a body that is no object is refused", async () => {
  expectError(await call("PATCH", "/api/things/1", { payload: "[1]" }), 400, "invalid_input");
  expectError(await call("PATCH", "/api/things/1", { payload: '"text"' }), 400, "invalid_input");
});

test("a 10 MB body is refused before it is read", async () => {
  const payload = JSON.stringify({ count: 1, filler: "x".repeat(10_000_000) });
  expectError(await call("PATCH", "/api/things/1", { payload }), 413, "too_large");
});

test("wrong types, missing and unknown fields are each named", async () => {
  const error = expectError(
    await call("PATCH", "/api/things/1", { payload: '{"count":"one","extra":1}' }),
    400,
    "invalid_input",
  );
  expect(error.fields).toEqual({ count: "This must be a number.", extra: "Unknown field." });
  const missing = expectError(await call("PATCH", "/api/things/1", { payload: "{}" }), 400, "invalid_input");
  expect(missing.fields).toEqual({ count: "This field is missing." });
});

test("a body of another kind than JSON is refused", async () => {
  const headers = { "content-type": "text/xml" };
  expectError(await call("PATCH", "/api/things/1", { payload: "<x/>", headers }), 415, "unsupported_media_type");
});

test("keys that would reach an object's prototype are refused", async () => {
  expectError(await call("PATCH", "/api/things/1", { payload: '{"__proto__":{"count":1}}' }), 400, "invalid_input");
});

test("the id in the address wins over one in the body", async () => {
  const answer = await call("PATCH", "/api/things/mine", { payload: '{"id":"theirs","count":1}' });
  expect(answer.json()).toEqual({ id: "mine", count: 1 });
});

test("calls that wait for each other are both done", async () => {
  const lock = (first: number, second: number) =>
    call("POST", "/api/locks", { payload: JSON.stringify({ first, second }) });
  const answers = await Promise.all([lock(1, 2), lock(2, 1)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(tries).toBe(3);
});

test("a wrong method is told with the right ones", async () => {
  const answer = await call("DELETE", "/api/things/1");
  expectError(answer, 405, "method_not_allowed");
  expect(answer.headers.allow).toBe("PATCH");
});

test("an unknown query key, a repeated one and a wrong value are refused", async () => {
  expectError(await call("GET", "/api/things?pgae=1"), 400, "invalid_input");
  expectError(await call("GET", "/api/things?page=1&page=2"), 400, "invalid_input");
  expectError(await call("GET", "/api/things?page=99"), 400, "invalid_input");
  expect((await call("GET", "/api/things?page=2")).json()).toEqual({ page: 2 });
});

test("an unknown path and an unreadable one are told in the same envelope", async () => {
  expectError(await call("GET", "/api/nothing"), 404, "not_found");
  expectError(await call("GET", "/api/%zz"), 400, "invalid_input");
});

test("a visitor is asked to sign in, and a role without the permission is refused", async () => {
  expectError(await call("GET", "/api/secret"), 401, "unauthenticated");
  expectError(await call("GET", "/api/secret", { headers: signedInAs("viewer", "north") }), 403, "forbidden");
  expect((await call("GET", "/api/secret", { headers: signedInAs("admin") })).status).toBe(200);
});

test("a foreseen failure keeps its words, an unforeseen one tells nothing of itself", async () => {
  expect(expectError(await call("GET", "/api/broken/foreseen"), 502, "upstream_failed").message).toBe(
    "The source did not answer.",
  );
  const answer = await call("GET", "/api/broken/otherwise");
  expectError(answer, 500, "unexpected");
  expect(answer.body).not.toContain("canary");
});

test("an answer that breaks its own contract is our fault, not the caller's", async () => {
  expectError(await call("GET", "/api/broken/contract"), 500, "unexpected");
  expect(testApp.logs.join("")).toMatch(/GET \/api\/broken\/\{how\} breaks its contract/);
});

test("a request has an id of ours, and that of the caller is logged beside it when it is harmless", async () => {
  for (const requestId of ["trace-12345678", "<script>alert(1)</script>"]) {
    const answer = await call("GET", "/api/things", { headers: { "x-request-id": requestId } });
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  }
  expect(testApp.logs.join("")).toContain('"callerRequestId":"trace-12345678"');
  expect(testApp.logs.join("")).not.toContain("<script>");
});

test("every answer says that it may not be framed, sniffed or cached", async () => {
  const { headers } = await call("GET", "/api/things");
  expect(headers).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
  });
});

test("a log line names the route, never the address, a header or a body", async () => {
  testApp.logs.length = 0;
  await call("PATCH", "/api/things/canary-id?token=canary", {
    payload: '{"count":1,"password":"canary"}',
    headers: { authorization: "Bearer canary" },
  });
  const line = testApp.logs.join("");
  expect(line).toContain('"route":"/api/things/:id"');
  expect(line).not.toContain("canary");
});
