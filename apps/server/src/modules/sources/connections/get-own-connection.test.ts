import { afterAll, beforeAll, expect, test } from "vitest";
import { signedInAs } from "../../../testing/test-app.ts";
import { connectionIdFrom, openSourceFixture, sales, tenantId } from "./source-fixture-for-tests.ts";

let fixture: Awaited<ReturnType<typeof openSourceFixture>>;
beforeAll(async () => {
  fixture = await openSourceFixture();
});
afterAll(() => fixture.close());

test("a manager sees how an own source is and what its runs brought, and nothing of its settings", async () => {
  fixture.list.rows = sales(3);
  const path = await fixture.connect();
  const { id: run } = await fixture.read(path);
  const url = `/api/sources/${connectionIdFrom(path)}`;
  const { status, body } = await fixture.call("GET", url, undefined, signedInAs("manager", tenantId));
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "Tills", state: "healthy", tenantId, rowsToday: 3 });
  expect(body.runs).toMatchObject([{ id: run, state: "done", rows: { read: 3, written: 3, rejected: 0 } }]);
  const hidden = ["settings", "mapping", "secret", "hookPath", "let me in", fixture.list.address];
  for (const word of hidden) expect(JSON.stringify(body)).not.toContain(word);
});

test("others' sources, unknown ones, and those who may not read sources get nothing", async () => {
  const url = `/api/sources/${connectionIdFrom(await fixture.connect())}`;
  expect((await fixture.call("GET", url, undefined, signedInAs("manager", "south"))).status).toBe(404);
  expect((await fixture.call("GET", url, undefined, signedInAs("user", tenantId))).status).toBe(403);
  expect((await fixture.call("GET", "/api/sources/nothing", undefined, signedInAs("manager", tenantId))).status).toBe(
    404,
  );
});
