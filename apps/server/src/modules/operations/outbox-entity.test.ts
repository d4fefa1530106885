import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { privateLink } from "../../platform/mail/outbox-store.ts";
import { sendMail } from "../../platform/mail/send-mail.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
const href = "https://console.test/reset-password?oobCode=canary-secret-82";
beforeAll(async () => {
  testApp = await createTestApp({ environment: { SMTP_URL: "smtp://127.0.0.1:1", DEMO: "0" } });
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    await sendMail(context, { to: ["ada@north.test"], subject: "Plain", text: "Words." });
    const link = { href, expiresAt: new Date(Date.now() + 600_000) };
    await sendMail(context, { to: ["ada@north.test"], subject: "Secret", text: `Open ${privateLink}`, link });
  });
});
afterAll(() => testApp.close());

type Row = { id: string; subject: string; status: string; recipients: string };

async function find(subject: string): Promise<Row | undefined> {
  const answer = await testApp.app.inject({ url: "/api/admin/outbox?limit=50", headers: signedInAs("admin") });
  return answer.json().items.find((row: Row) => row.subject === subject);
}

async function act(name: string, id: string | undefined) {
  const answer = await testApp.app.inject({
    method: "POST",
    url: `/api/admin/outbox/acts/${name}`,
    headers: signedInAs("admin"),
    payload: { ids: [id] },
  });
  return answer.json().outcomes?.[0];
}

const end = (state: string) =>
  testApp.pool.query("update mail_outbox set state = $1, sealed_link = null, link_expires_at = null, attempts = 30", [
    state,
  ]);
const countJobs = async () =>
  (await testApp.pool.query("select from graphile_worker.jobs where task_identifier = 'mail.deliver'")).rowCount;

test("a preview shows the text and never its private link, and search finds a mail by its recipient", async () => {
  const mail = await find("Secret");
  expect(mail).toMatchObject({ status: "waiting", recipients: "ada@north.test" });
  const detail = await testApp.app.inject({ url: `/api/admin/outbox/rows/${mail?.id}`, headers: signedInAs("admin") });
  expect(detail.json().body).toBe(`Open ${privateLink}`);
  const exported = await testApp.app.inject({
    url: "/api/admin/outbox/export?format=csv",
    headers: signedInAs("admin"),
  });
  expect(exported.body).toContain("Secret");
  expect(`${detail.body}${exported.body}`).not.toContain("canary-secret-82");
  const found = await testApp.app.inject({ url: "/api/search?q=ada@north", headers: signedInAs("admin") });
  expect(found.json().hits.map(({ kind }: { kind: string }) => kind)).toEqual(["mail", "mail"]);
});

test("one that waits is sent at once, with its link", async () => {
  const mail = await find("Secret");
  await testApp.pool.query("update graphile_worker._private_jobs set run_at = '2099-01-01'");
  expect(await act("hurry", mail?.id)).toMatchObject({ isDone: true });
  const { rows } = await testApp.pool.query(
    "select sealed_link is not null as sealed from mail_outbox where subject = 'Secret'",
  );
  expect(rows).toEqual([{ sealed: true }]);
  const due = await testApp.pool.query("select from graphile_worker.jobs where run_at <= now()");
  expect(due.rowCount).toBe(1);
});

test("one that failed or was sent is sent again, unless its link is gone", async () => {
  for (const state of ["failed", "sent", "kept"]) {
    await end(state);
    await testApp.pool.query("delete from graphile_worker._private_jobs");
    expect(await act("send", (await find("Secret"))?.id)).toMatchObject({
      isDone: false,
      message: expect.stringContaining("private link is gone"),
    });
    expect(await act("send", (await find("Plain"))?.id)).toMatchObject({ isDone: true });
    expect([await find("Plain"), await countJobs()]).toMatchObject([{ status: "waiting" }, 1]);
  }
});
