import { afterEach, expect, test, vi } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
afterEach(() => testApp.close());

test("alive needs no database, ready does", async () => {
  testApp = await createTestApp();
  expect((await testApp.app.inject("/readyz")).json()).toEqual({ status: "ready" });
  const query = vi.spyOn(testApp.pool, "query").mockImplementation(() => Promise.reject(new Error("gone")));
  expect((await testApp.app.inject("/healthz")).json()).toEqual({ status: "alive" });
  const answer = await testApp.app.inject("/readyz");
  expect([answer.statusCode, answer.json()]).toEqual([503, { status: "no database" }]);
  query.mockRestore();
});

test("figures are for this machine and count requests by route template", async () => {
  testApp = await createTestApp();
  await testApp.app.inject("/api/config");
  const { statusCode, body } = await testApp.app.inject("/metrics");
  expect(statusCode).toBe(200);
  expect(body).toMatch(/http_request_duration_seconds_count\{method="GET",route="\/api\/config",status="200"\} 1/);
  expect(body).toMatch(/database_pool_connections|process_resident_memory_bytes/);
  const remote = await testApp.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7" });
  expect(remote.statusCode).toBe(403);
});

test("with a token set, figures need it from everywhere", async () => {
  testApp = await createTestApp({ environment: { METRICS_TOKEN: "a-token-of-enough-length" } });
  const ask = (token: string) =>
    testApp.app.inject({ url: "/metrics", remoteAddress: "192.0.2.7", headers: { authorization: `Bearer ${token}` } });
  expect((await ask("a-token-of-enough-length")).statusCode).toBe(200);
  expect((await ask("a-token-of-other-lengths")).statusCode).toBe(403);
  expect((await testApp.app.inject("/metrics")).statusCode).toBe(403);
});
