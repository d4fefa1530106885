import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertTenant } from "../../directory/index.ts";

const tenantId = "north";
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: "North",
      aiq_type: "Genesis",
      time_zone: "Asia/Bahrain",
      currency: "USD",
    }),
  );
});
afterAll(() => testApp.close());

async function call(method: "GET" | "POST", path: string, payload?: object) {
  const url = `/api/tenants/${tenantId}/connections${path}`;
  const headers = signedInAs("admin");
  const response = await testApp.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

test("a board of deliveries that come from another kind of connection watches no agents", async () => {
  const made = await call("POST", "", {
    source: "tookan",
    kind: "rest",
    name: "Deliveries",
    settings: { url: "http://127.0.0.1:1/rows" },
  });
  const board = await call("GET", `/${made.body.id}/board`);
  expect(board.status).toBe(200);
  const watched = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("source_connections").select("watched_until").where("id", "=", made.body.id).execute(),
  );
  expect(watched).toEqual([{ watched_until: null }]);
});
