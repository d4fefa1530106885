import { afterAll, beforeAll, expect, test } from "vitest";
import { openSourceDesk, type SourceDesk, tenantId } from "../connections/source-fixture-for-tests.ts";

let desk: SourceDesk;
beforeAll(async () => {
  desk = await openSourceDesk({ isIdle: true });
});
afterAll(() => desk.close());

test("a board of deliveries that come from another kind of connection watches no agents", async () => {
  const made = await desk.call("POST", `/api/tenants/${tenantId}/connections`, {
    source: "tookan",
    kind: "rest",
    name: "Deliveries",
    settings: { url: "http://127.0.0.1:1/rows" },
  });
  const board = await desk.call("GET", `/api/tenants/${tenantId}/connections/${made.body.id}/board`);
  expect(board.status).toBe(200);
  const watched = await desk.inTenant(({ db }) =>
    db.selectFrom("source_connections").select("watched_until").where("id", "=", made.body.id).execute(),
  );
  expect(watched).toEqual([{ watched_until: null }]);
});
