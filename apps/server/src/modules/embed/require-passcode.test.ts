import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { deliverNotices } from "../../testing/deliver-notices.ts";
import { alpha, carrier, createEmbedFixture, type EmbedFixture } from "../../testing/embed-fixture.ts";
import { insertUser } from "../directory/index.ts";

let fixture: EmbedFixture;
beforeAll(async () => {
  fixture = await createEmbedFixture({ ADMIN_MAIL: "boss@platform.example" });
  await fixture.as(systemCaller("test", platformTenant), (context) =>
    insertUser(context, { uid: "m1", email: "manager@carrier.example", role: "manager", tenant_id: carrier }),
  );
});
afterAll(() => fixture.close());

async function makeLink() {
  const { id } = await fixture.makeLink();
  const { key } = await fixture.issueKey(id);
  await fixture.act("passcode", [id], { passcode: "open sesame" });
  return { id, key };
}

async function enter(key: string, passcode: string, address: string) {
  const response = await fixture.app.inject({
    method: "POST",
    url: "/api/embed/session",
    remoteAddress: address,
    payload: { tookan_id: alpha.key, key, passcode },
  });
  return { status: response.statusCode, retryAfter: Number(response.headers["retry-after"] ?? 0) };
}

test("wrong passcodes make their own address wait, also for the right one, and nobody else's", async () => {
  const { key } = await makeLink();
  const statuses: number[] = [];
  for (let guess = 0; guess < 6; guess++) statuses.push((await enter(key, `guess ${guess}`, "203.0.113.7")).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  expect((await enter(key, "open sesame", "203.0.113.7")).status).toBe(429);
  expect((await enter(key, "open sesame", "203.0.113.8")).status).toBe(200);
  for (let stranger = 0; stranger < 40; stranger++) await enter(key, "wrong one", `198.51.100.${stranger}`);
  expect((await enter(key, "open sesame", "203.0.113.8")).status).toBe(200);
});

test("guesses sent together do not slip past the count, and neighbours of an address of the sixth version are one", async () => {
  const { key } = await makeLink();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => enter(key, `guess ${at}`, `2001:db8:1:2::${at + 1}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect((await enter(key, "open sesame", "2001:db8:1:2:ffff::1")).status).toBe(429);
  expect((await enter(key, "open sesame", "2001:db8:1:3::1")).status).toBe(200);
});

test("the wait grows with each wrong passcode", async () => {
  const { id, key } = await makeLink();
  for (let guess = 0; guess < 5; guess++) await enter(key, "wrong one", "203.0.113.20");
  const waits: number[] = [];
  for (let round = 0; round < 3; round++) {
    waits.push((await enter(key, "wrong one", "203.0.113.20")).retryAfter);
    await fixture.pool.query("update sign_in_attempts set blocked_until = null where subject like $1", [
      `passcode:${id}%`,
    ]);
    await enter(key, "wrong one", "203.0.113.20");
  }
  expect(waits).toEqual([30, 60, 120]);
});

test("a burst of wrong passcodes is noted with the tenant and mailed to its managers once", async () => {
  const { id, key } = await makeLink();
  const mails = async () => {
    await deliverNotices(fixture);
    const { rows } = await fixture.pool.query(
      "select recipients from mail_outbox where subject like '%guessing passcodes%' order by created_at",
    );
    return rows.map(({ recipients }) => recipients);
  };
  await fixture.linkUse.flush();
  const before = (await mails()).length;
  for (let stranger = 0; stranger < 9; stranger++) await enter(key, "wrong one", `192.0.2.${stranger}`);
  await fixture.linkUse.flush();
  expect(await mails()).toHaveLength(before);
  for (let stranger = 9; stranger < 30; stranger++) await enter(key, "wrong one", `192.0.2.${stranger}`);
  await fixture.linkUse.flush();
  await enter(key, "wrong one", "192.0.2.99");
  await fixture.linkUse.flush();
  expect((await mails()).slice(before)).toEqual([["manager@carrier.example"], ["boss@platform.example"]]);
  const notes = await fixture.as(systemCaller("test", carrier), ({ db }) =>
    db
      .selectFrom("audit_entries")
      .select("details")
      .where("tenant_id", "=", carrier)
      .where("act", "=", "links.passcodes_tried")
      .where("subject", "=", `links/${id}`)
      .execute(),
  );
  expect(notes).toEqual([{ details: { title: "In the shop", wrong: 30 } }]);
});
