import { afterAll, beforeAll, expect, test } from "vitest";
import { alpha, beta, createEmbedFixture, type EmbedFixture } from "../../testing/embed-fixture.ts";

let fixture: EmbedFixture;
beforeAll(async () => {
  fixture = await createEmbedFixture({ PUBLIC_URL: "https://console.example" });
});
afterAll(() => fixture.close());

const path = `/api/embed/reports/${alpha.key}/session`;

/** Opens a report by its key, as a browser does that keeps cookies. */
async function openByKey(key: string, more: object = {}) {
  const payload = { tookan_id: alpha.key, key, ...more };
  const { headers, statusCode } = await fixture.app.inject({ method: "POST", url: "/api/embed/session", payload });
  const header = String(headers["set-cookie"] ?? "");
  return { statusCode, header, cookie: header.split("; ")[0] ?? "" };
}

async function resume(cookie: string | null, { url = path, payload = {} } = {}) {
  const headers = cookie === null ? {} : { cookie };
  const answer = await fixture.app.inject({ method: "POST", url, headers, payload });
  return { status: answer.statusCode, text: answer.body, body: answer.json(), cookie: answer.headers["set-cookie"] };
}

async function makeKey(fields: Record<string, unknown> = {}) {
  const { id } = await fixture.makeLink(fields);
  return { id, ...(await fixture.issueKey(id)) };
}

test("a browser that has opened a report by its key opens it again, and no other browser does", async () => {
  const { key } = await makeKey();
  const { header, cookie } = await openByKey(key);
  expect(header).toMatch(
    /^__Secure-report=b1\.[\w-]+; Path=\/api\/embed\/reports\/3001; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure$/,
  );
  expect(header).not.toContain(key);
  const again = await resume(cookie);
  expect([again.status, again.body.client]).toEqual([200, alpha.name]);
  // It goes on from the last visit.
  expect(String(again.cookie)).toContain("Max-Age=2592000");
  expect((await fixture.see(again.body.token, "/api/embed/report")).status).toBe(200);
  const refused = await resume(null);
  expect(refused).toMatchObject({ status: 404, cookie: undefined });
  expect(fixture.logs.join("\n")).not.toContain(cookie.split("=")[1]);
});

test("a cookie is of one report and cannot be changed; every refusal is the same answer", async () => {
  const { cookie } = await openByKey((await makeKey()).key);
  await makeKey({ client: beta.key });
  const [{ text: refusal }, ...others] = [
    await resume(null),
    await resume(cookie, { url: `/api/embed/reports/${beta.key}/session` }),
    await resume(cookie, { url: "/api/embed/reports/%00/session" }),
    await resume(cookie.slice(0, -8)),
    await resume(cookie.replace("b1.", "b1.A")),
    await resume("__Secure-report="),
    await resume(cookie.replace("__Secure-", "")),
  ] as const;
  for (const { status, text } of others) expect({ status, text }).toEqual({ status: 404, text: refusal });
});

test("revoking, pausing or ending a link, and a new key without an overlap, end its cookie at once", async () => {
  const endings: ((id: string) => Promise<unknown>)[] = [
    (id) => fixture.act("revoke", [id]),
    (id) => fixture.act("pause", [id]),
    (id) => fixture.change(id, { expiresAt: "2026-03-18T11:59:59Z" }),
    (id) => fixture.issueKey(id, 0),
  ];
  for (const end of endings) {
    const { id, key } = await makeKey();
    const { cookie } = await openByKey(key);
    expect((await resume(cookie)).status).toBe(200);
    await end(id);
    expect((await resume(cookie)).status).toBe(404);
  }
});

test("a cookie lives no longer than its link and its key", async () => {
  const { id, key } = await makeKey({ expiresAt: "2026-03-18T13:00:00Z" });
  expect((await openByKey(key)).header).toContain("Max-Age=3600;");
  await fixture.issueKey(id, 0);
  const overlapping = await makeKey();
  await fixture.issueKey(overlapping.id, 2);
  expect((await openByKey(overlapping.key)).header).toContain("Max-Age=7200;");
});

test("a passcode is asked for again, since a cookie stands for the key alone", async () => {
  const { id, key } = await makeKey();
  await fixture.act("passcode", [id], { passcode: "open sesame" });
  expect(await openByKey(key)).toMatchObject({ statusCode: 400, header: "" });
  const { cookie } = await openByKey(key, { passcode: "open sesame" });
  expect(await resume(cookie)).toMatchObject({
    status: 400,
    body: { error: { fields: { passcode: expect.any(String) } } },
  });
  expect((await resume(cookie, { payload: { passcode: "open sesame" } })).status).toBe(200);
});

test("an address that needs no key opens without a cookie, and leaves none", async () => {
  await fixture.makeLink({ client: beta.key, kind: "counts" });
  const bare = await resume(null, { url: `/api/embed/reports/${beta.key}/session` });
  expect([bare.status, bare.cookie]).toEqual([200, undefined]);
});
