import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverNotices } from "../../testing/deliver-notices.ts";
import { alpha, beta, carrier, createEmbedFixture, type EmbedFixture } from "../../testing/embed-fixture.ts";

let fixture: EmbedFixture;
beforeAll(async () => {
  fixture = await createEmbedFixture();
});
afterAll(() => fixture.close());

const now = Date.parse("2026-03-18T12:00:00Z") / 1000;
const closedText =
  '{"error":{"kind":"not_found","message":"This report is not open. Ask the organisation that gave you its address.","requestId":"none"}}';

test("a key opens the report of its client, and the token is the one of a laiqkan tenant", async () => {
  const { id } = await fixture.makeLink({ origins: ["https://shop.example"] });
  const { key, address } = await fixture.issueKey(id);
  expect(address).toMatch(/\/laiqkan\/3001#k=[\w-]{43}$/);
  const { status, body } = await fixture.enter({ tookan_id: "3001", key });
  expect(status).toBe(200);
  expect(body).toMatchObject({ client: alpha.name, origins: ["https://shop.example"], tenant: { source: "laiqkan" } });
  expect(body.expiresInSeconds).toBeLessThanOrEqual(600);
  expect((await fixture.see(body.token, "/api/embed/report")).body).toMatchObject({
    client: alpha.name,
    isCountsOnly: false,
  });
  expect(fixture.logs.join("\n")).not.toContain(key);
  expect(fixture.logs.join("\n")).not.toContain(body.token);
});

test("unknown ids and wrong, expired, paused, revoked, foreign keys are answered alike to the last byte", async () => {
  const links = await Promise.all(Array.from({ length: 4 }, () => fixture.makeLink()));
  const keys = await Promise.all(links.map(({ id }) => fixture.issueKey(id)));
  const [paused, revoked, expired, good] = links.map(({ id }) => id) as [string, string, string, string];
  await fixture.act("pause", [paused]);
  await fixture.act("revoke", [revoked]);
  await fixture.change(expired, { expiresAt: "2026-03-18T11:59:59Z" });
  const other = await fixture.makeLink({ client: beta.key });
  const tries = [
    { tookan_id: "3001", key: "x".repeat(43) },
    { tookan_id: "999999", key: keys[3]?.key },
    ...keys.slice(0, 3).map(({ key }) => ({ tookan_id: "3001", key })),
    { tookan_id: "3001", key: (await fixture.issueKey(other.id)).key },
    { tookan_id: "3001" },
    { tookan_id: "999999" },
    { tookan_id: "3001", token: "no.token.atall" },
    { tookan_id: "30\u000001" },
    { tookan_id: "30\u000001", key: "\u0000" },
    { tookan_id: "3001", token: `${Buffer.from('{"alg":"HS256","kid":"\\u0000"}').toString("base64url")}.e30.x` },
    {},
  ];
  for (const payload of tries) {
    const { status, text } = await fixture.enter(payload);
    expect({ status, text }, JSON.stringify(payload)).toEqual({ status: 404, text: closedText });
  }
  expect((await fixture.enter({ tookan_id: "3001", key: keys[3]?.key })).status).toBe(200);
  expect((await fixture.enter({ tookan_id: 3001, key: keys[3]?.key })).status).toBe(200);
  expect(good).toBeDefined();
});

test("a link that is not there, or cannot be, is not found", async () => {
  for (const id of ["nobody", "%00"]) {
    expect((await fixture.call("POST", `/api/admin/links/${id}/keys`, {})).status).toBe(404);
    expect((await fixture.call("POST", `/api/admin/links/${id}/preview`, {})).status).toBe(404);
    expect((await fixture.call("GET", `/api/admin/links/${id}/use`)).status).toBe(404);
  }
});

test("rotating keeps both keys for the overlap and then one; without an overlap the old one ends at once", async () => {
  const { id } = await fixture.makeLink();
  const first = await fixture.issueKey(id);
  const second = await fixture.issueKey(id, 2);
  const isOpen = async (key: string) => (await fixture.enter({ tookan_id: "3001", key })).status === 200;
  expect([await isOpen(first.key), await isOpen(second.key)]).toEqual([true, true]);
  await fixture.pool.query("update embed_keys set ends_at = ends_at - interval '2 hours' where ends_at is not null");
  expect([await isOpen(first.key), await isOpen(second.key)]).toEqual([false, true]);
  const { body } = await fixture.enter({ tookan_id: "3001", key: second.key });
  const third = await fixture.issueKey(id, 0);
  expect([await isOpen(second.key), await isOpen(third.key)]).toEqual([false, true]);
  await passCache();
  expect((await fixture.see(body.token, "/api/embed/standing")).status).toBe(401);
});

test("a token ends with the key that it came from, and counts for nothing once the key is gone", async () => {
  const { id } = await fixture.makeLink();
  const { key, kid } = await fixture.issueKey(id);
  await fixture.pool.query("update embed_keys set ends_at = '2026-03-18T12:01:40Z' where kid = $1", [kid]);
  const { body } = await fixture.enter({ tookan_id: "3001", key });
  expect(body.expiresInSeconds).toBe(100);
  expect((await fixture.see(body.token, "/api/embed/standing")).status).toBe(200);
  await fixture.pool.query("delete from embed_keys where kid = $1", [kid]);
  await passCache();
  expect((await fixture.see(body.token, "/api/embed/standing")).status).toBe(401);
});

test("pausing, resuming and revoking reach a token that is in use within seconds", async () => {
  const { id } = await fixture.makeLink();
  const { key } = await fixture.issueKey(id);
  const { body } = await fixture.enter({ tookan_id: "3001", key });
  const standing = async () => (await fixture.see(body.token, "/api/embed/standing")).status;
  expect(await standing()).toBe(200);
  await fixture.act("pause", [id]);
  await passCache();
  expect(await standing()).toBe(401);
  await fixture.act("resume", [id]);
  await passCache();
  expect(await standing()).toBe(200);
  await fixture.act("revoke", [id]);
  await passCache();
  for (const path of ["standing", "report", "panels/headline", "rows", "export?format=csv"]) {
    expect((await fixture.see(body.token, `/api/embed/${path}`)).status, path).toBe(401);
  }
  const { outcomes } = await fixture.act("resume", [id]);
  expect(outcomes[0]).toMatchObject({ isDone: false });
});

test("a tenant that is suspended closes its links", async () => {
  const token = await fixture.createToken();
  await fixture.pool.query("update tenants set state = 'suspended' where id = $1", [carrier]);
  await passCache();
  expect((await fixture.see(token, "/api/embed/report")).status).toBe(401);
  await fixture.pool.query("update tenants set state = 'active' where id = $1", [carrier]);
  await passCache();
  expect((await fixture.see(token, "/api/embed/report")).status).toBe(200);
});

function signed(secret: string, kid: string, claims: object, head: object = { alg: "HS256", typ: "JWT" }): string {
  const part = (one: object) => Buffer.from(JSON.stringify(one)).toString("base64url");
  const body = `${part({ ...head, kid })}.${part(claims)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

test("a token that the host has signed opens the report; what is tampered with, too long or too old does not", async () => {
  const { id } = await fixture.makeLink({ kind: "signed" });
  const { key: secret, kid, address } = await fixture.issueKey(id);
  expect(address).toMatch(/\/embedded\/tookan-report\?client=3001$/);
  const fair = { sub: "3001", iat: now, exp: now + 300 };
  const opened = await fixture.enter({ token: signed(secret, kid, fair) });
  expect(opened.status).toBe(200);
  expect(opened.body.expiresInSeconds).toBe(300);
  const none = `${Buffer.from(JSON.stringify({ alg: "none", kid })).toString("base64url")}.${Buffer.from(JSON.stringify(fair)).toString("base64url")}.`;
  const refused = [
    signed(`${secret}x`, kid, fair),
    signed(secret, "another", fair),
    signed(secret, kid, { ...fair, sub: "3002" }),
    signed(secret, kid, { ...fair, exp: now - 1 }),
    signed(secret, kid, { ...fair, exp: now + 3600 }),
    signed(secret, kid, { ...fair, iat: now + 600, exp: now + 900 }),
    signed(secret, kid, { sub: "3001", exp: now + 60 }),
    signed(secret, kid, fair, { alg: "HS512" }),
    none,
  ];
  for (const token of refused) {
    const { status, text } = await fixture.enter({ token, tookan_id: "3001" });
    expect({ status, text }).toEqual({ status: 404, text: closedText });
  }
  const second = await fixture.issueKey(id, 1);
  expect((await fixture.enter({ token: signed(secret, kid, fair) })).status).toBe(200);
  expect((await fixture.enter({ token: signed(second.key, second.kid, fair) })).status).toBe(200);
});

test("a host shows fewer days than the link allows, and never more", async () => {
  const { id } = await fixture.makeLink({ kind: "signed", days: 30 });
  const { key: secret, kid } = await fixture.issueKey(id);
  const statusesFor = async (days: number) => {
    const token = signed(secret, kid, { sub: "3001", iat: now, exp: now + 300, days });
    const { body } = await fixture.enter({ token });
    const periods = ["last_7_days", "last_30_days", "last_90_days"];
    const answers = periods.map((period) => fixture.see(body.token, `/api/embed/panels/outcomes?period=${period}`));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statusesFor(7)).toEqual([200, 400, 400]);
  expect(await statusesFor(90)).toEqual([200, 200, 400]);
});

test("a passcode of six characters or more is asked for and checked, and no note tells it", async () => {
  const { id } = await fixture.makeLink();
  const { key } = await fixture.issueKey(id);
  await fixture.act("passcode", [id], { passcode: "open sesame" });
  const enter = (passcode?: string) => fixture.enter({ tookan_id: "3001", key, ...(passcode && { passcode }) });
  expect(await enter()).toMatchObject({ status: 400, body: { error: { fields: { passcode: expect.any(String) } } } });
  expect(await enter("wrong")).toMatchObject({ status: 400 });
  expect(await enter("open sesame")).toMatchObject({ status: 200 });
  const history = await fixture.must("GET", `/api/admin/links/rows/${id}/history`);
  expect(history.items.map(({ act }: { act: string }) => act)).toContain("links.passcode");
  expect(JSON.stringify(history)).not.toContain("sesame");
  expect(
    (await fixture.call("POST", "/api/admin/links/acts/passcode", { ids: [id], fields: { passcode: "12345" } })).body,
  ).toMatchObject({ error: { fields: { passcode: "Enter at least 6 characters." } } });
});

test("the bare address is closed, shows counts only, or is open until its day, as someone has chosen", async () => {
  const bare = { tookan_id: "3002" };
  await fixture.makeLink({ client: beta.key });
  expect((await fixture.enter(bare)).status).toBe(404);
  const counts = await fixture.makeLink({ client: beta.key, kind: "counts", canExport: true });
  const { token } = (await fixture.enter(bare)).body;
  const report = await fixture.see(token, "/api/embed/report");
  expect(report.body).toMatchObject({ isCountsOnly: true, rows: [], exports: [] });
  expect((await fixture.see(token, "/api/embed/panels/outcomes")).status).toBe(200);
  for (const path of ["rows", "panels/zones", "panels/map", "export?format=csv"]) {
    expect((await fixture.see(token, `/api/embed/${path}`)).status, path).toBeGreaterThanOrEqual(403);
  }
  await expect(fixture.makeLink({ client: beta.key, kind: "open" })).rejects.toThrow(/Revoke that first/);
  await fixture.act("revoke", [counts.id]);
  const open = await fixture.makeLink({ client: beta.key, kind: "open", expiresAt: "2026-03-19T00:00:00Z" });
  expect((await fixture.see((await fixture.enter(bare)).body.token, "/api/embed/rows")).status).toBe(200);
  await fixture.change(open.id, { expiresAt: "2026-03-18T00:00:00Z" });
  expect((await fixture.enter(bare)).status).toBe(404);
  await expect(fixture.makeLink({ kind: "open", expiresAt: "2029-01-01T00:00:00Z" })).rejects.toThrow(/within a year/);
});

test("two tenants whose clients have the same number have two addresses", async () => {
  const link = await fixture.makeLink({ tenantId: "twin" });
  expect(link.tookanId).not.toBe("3001");
  const { key } = await fixture.issueKey(link.id);
  expect((await fixture.enter({ tookan_id: "3001", key })).status).toBe(404);
  expect((await fixture.enter({ tookan_id: String(link.tookanId), key })).status).toBe(200);
});

test("views and places are counted, many bad keys raise one alarm, and a preview shows what visitors see", async () => {
  await fixture.must("PATCH", "/api/admin/settings", { changes: { "embed.badKeys": 3 } });
  await fixture.linkUse.flush();
  const { id } = await fixture.makeLink();
  const { key } = await fixture.issueKey(id);
  for (let place = 0; place < 3; place++) await fixture.enter({ tookan_id: "3001", key });
  for (let place = 0; place < 4; place++) await fixture.enter({ tookan_id: "3001", key: "wrong" });
  await fixture.linkUse.flush();
  await fixture.enter({ tookan_id: "3001", key: "wrong" });
  await fixture.linkUse.flush();
  const { days, keys } = await fixture.must("GET", `/api/admin/links/${id}/use`);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ day: "2026-03-18", views: 1, visitors: 1, refused: 5 });
  expect(keys).toMatchObject([{ endsAt: null, lastUsedAt: expect.any(String) }]);
  const history = await fixture.must("GET", `/api/admin/links/rows/${id}/history`);
  expect(history.items.filter(({ act }: { act: string }) => act === "links.alarm")).toHaveLength(1);
  const { address } = await fixture.must("POST", `/api/admin/links/${id}/preview`);
  const token = String(address).split("#p=")[1] ?? "";
  expect((await fixture.see(token, "/api/embed/report")).status).toBe(200);
});

test("a link that is opened from many places is told of once, by mail", async () => {
  await fixture.must("PATCH", "/api/admin/settings", { changes: { "embed.manyPlaces": 3, "embed.badKeys": 1000 } });
  const { id } = await fixture.makeLink({ label: "Passed on" });
  const { key } = await fixture.issueKey(id);
  const alarms = async () => {
    await deliverNotices(fixture);
    const { items } = await fixture.must("GET", "/api/outbox");
    return items.filter(({ subject }: { subject: string }) => subject.includes("Passed on"));
  };
  for (const remoteAddress of ["10.0.0.1", "10.0.0.2", "10.0.0.2"]) {
    await fixture.app.inject({
      method: "POST",
      url: "/api/embed/session",
      remoteAddress,
      payload: { tookan_id: "3001", key },
    });
  }
  expect(await alarms()).toHaveLength(0);
  for (const remoteAddress of ["10.0.0.3", "10.0.0.4"]) {
    await fixture.app.inject({
      method: "POST",
      url: "/api/embed/session",
      remoteAddress,
      payload: { tookan_id: "3001", key },
    });
  }
  expect(await alarms()).toMatchObject([{ text: expect.stringContaining("opened from 3 places") }]);
});

test("the kill switch ends every link, and opening embedded reports again brings none of them back", async () => {
  const { id } = await fixture.makeLink();
  const { key } = await fixture.issueKey(id);
  const { body } = await fixture.enter({ tookan_id: "3001", key });
  await fixture.must("PATCH", "/api/admin/settings", { changes: { "embed.isClosed": true } });
  await passCache();
  expect((await fixture.see(body.token, "/api/embed/standing")).status).toBe(401);
  expect((await fixture.enter({ tookan_id: "3001", key })).text).toBe(closedText);
  await fixture.must("PATCH", "/api/admin/settings", { changes: { "embed.isClosed": false } });
  await passCache();
  expect((await fixture.see(body.token, "/api/embed/standing")).status).toBe(401);
  expect((await fixture.enter({ tookan_id: "3001", key })).text).toBe(closedText);
  expect(await fixture.must("GET", `/api/admin/links/rows/${id}`)).toMatchObject({
    status: "revoked",
    stateReason: "All embedded reports were closed.",
  });
  const fresh = await fixture.makeLink();
  expect((await fixture.enter({ tookan_id: "3001", key: (await fixture.issueKey(fresh.id)).key })).status).toBe(200);
});

/** Longer than a standing is remembered. */
function passCache(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1100));
}
