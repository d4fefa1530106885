import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { announcementJobs } from "../modules/notices/index.ts";
import { createOutbound } from "../platform/outbound/outbound-request.ts";
import { describeStatement } from "../platform/tracing/describe-statement.ts";
import { startTracing } from "../platform/tracing/start-tracing.ts";
import { currentTraceparent, traced } from "../platform/tracing/traced.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";

type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; kind: number };

const canary = "canary-9f1c2e77";
let testApp: TestApp;
let collector: Server;
let tracing: ReturnType<typeof startTracing>;
let bodies: string[] = [];

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(body);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => collector.once("listening", resolve));
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  testApp = await createTestApp();
  tracing = startTracing({ endpoint, serviceName: "console-test" });
  await testApp.startJobs(announcementJobs(async () => []));
});
afterAll(async () => {
  await tracing.stop();
  await testApp.close();
  collector.closeAllConnections();
  collector.close();
});

async function listSpans(): Promise<Span[]> {
  await tracing.flush();
  return bodies.flatMap((body) =>
    JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
}

test("a request and the job that it asked for are one trace, with their statements, and hold no value", async () => {
  bodies = [];
  const response = await testApp.app.inject({
    method: "POST",
    url: `/api/admin/announcements?token=${canary}`,
    headers: { ...signedInAs("admin", "platform", canary), authorization: `Bearer ${canary}` },
    payload: { fields: { title: canary } },
  });
  expect(response.statusCode).toBe(201);
  await until(async () => (await listSpans()).some(({ name }) => name === "announcements.publish-in-tenant"));
  const spans = await listSpans();
  const request = spans.find(({ name }) => name === "POST /api/admin/announcements");
  const trace = spans.filter(({ traceId }) => traceId === request?.traceId).map(({ name }) => name);
  expect(trace).toEqual(
    expect.arrayContaining(["insert announcements", "announcements.publish", "announcements.publish-in-tenant"]),
  );
  const job = spans.find(({ name }) => name === "announcements.publish");
  expect(job?.parentSpanId).toBe(request?.spanId);
  expect(bodies.join("")).toContain("console-test");
  expect(bodies.join("")).not.toContain(canary);
});

test("what fails is marked by its type, without its message", async () => {
  bodies = [];
  const failing = traced({ name: "fails", kind: "client" }, () => Promise.reject(new TypeError(canary)));
  await expect(failing).rejects.toThrow(canary);
  expect((await listSpans()).map(({ name }) => name)).toContain("fails");
  expect(bodies.join("")).toContain("TypeError");
  expect(bodies.join("")).not.toContain(canary);
});

test("a call to an outside system tells its host, and nothing of its address", async () => {
  bodies = [];
  const outbound = createOutbound({ innerHosts: ["127.0.0.1"] });
  await outbound(`http://127.0.0.1:${(collector.address() as AddressInfo).port}/${canary}?key=${canary}`);
  const names = (await listSpans()).map(({ name }) => name);
  expect(names).toContain("GET");
  expect(bodies.join("")).toContain("127.0.0.1");
  expect(bodies.join("")).not.toContain(canary);
});

test.each([
  ["select a.id from announcements a where title = 'x'", "select announcements"],
  ['insert into "log_searches" ("name") values ($1)', "insert log_searches"],
  ["update users set name = $1", "update users"],
  ["savepoint piece", "savepoint"],
  ["select 1", "select"],
])("the statement %s is called %s", (sql, name) => {
  expect(describeStatement(sql).name).toBe(name);
});

test("outside a span there is none to hand on", () => {
  expect(currentTraceparent()).toBeNull();
});
