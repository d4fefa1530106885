import { afterEach, expect, test } from "vitest";
import { startMailServer } from "../../testing/mail-server.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { platformTenant, systemCaller } from "../context.ts";
import type { Job } from "../jobs/define-job.ts";
import { endLinks, privateLink } from "./outbox-store.ts";
import { deliverMailJob, sendMail } from "./send-mail.ts";
import { openTransports } from "./transport.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const href = "https://console.test/reset-password?mode=resetPassword&oobCode=SECRET-CODE-1";
const minute = 60_000;

async function startProduct(environment: Record<string, string>): Promise<TestApp> {
  const testApp = await createTestApp({ environment });
  closers.push(testApp.close);
  const transports = openTransports(testApp.config, (line) => void testApp.printed.push(line));
  closers.push(transports.close);
  await testApp.startJobs([deliverMailJob(transports)] as Job[]);
  return testApp;
}

function send(testApp: TestApp, expiresAt = new Date(Date.now() + 10 * minute), address = href) {
  return testApp.as(systemCaller("test", platformTenant), (context) =>
    sendMail(context, {
      to: ["owner@demo.test"],
      subject: "Set a new password",
      text: `Open this:\n${privateLink}`,
      html: `<a href="${privateLink}">Open</a>`,
      link: { href: address, expiresAt },
    }),
  );
}

async function outboxRow(testApp: TestApp) {
  const { rows } = await testApp.pool.query("select state, error, sealed_link, link_expires_at from mail_outbox");
  return rows[0];
}

/** Every row of every table as text, as whoever reads a dump would see it. */
async function dump({ pool }: TestApp): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not like 'pg\\_%' and schemaname <> 'information_schema'",
  );
  const texts = [];
  for (const { name } of rows) texts.push(JSON.stringify((await pool.query(`select * from ${name}`)).rows));
  return texts.join("\n");
}

test("a link reaches its recipient, and nobody else reads it before, while or after the mail leaves", async () => {
  const server = await startMailServer({ refusals: 1 });
  closers.push(server.close);
  const testApp = await startProduct({ SMTP_URL: server.url });
  await send(testApp);
  await until(async () => (await outboxRow(testApp)).error !== null);
  expect(await outboxRow(testApp)).toMatchObject({ state: "waiting", sealed_link: expect.stringMatching(/^b1\./) });
  expect(await dump(testApp)).not.toContain("SECRET-CODE-1");
  const shown = await testApp.app.inject({ url: "/api/outbox", headers: signedInAs("superadmin") });
  expect(shown.json().items[0].text).toBe(`Open this:\n${privateLink}`);
  await testApp.pool.query("update graphile_worker._private_jobs set run_at = now()");
  await until(async () => (await outboxRow(testApp)).state === "sent");
  const letter = server.received.join("").replaceAll("=\r\n", "").replaceAll("=3D", "=");
  expect(letter).toContain(href);
  expect(letter).not.toContain(privateLink);
  expect(await outboxRow(testApp)).toMatchObject({ sealed_link: null, link_expires_at: null });
  expect(await dump(testApp)).not.toContain("SECRET-CODE-1");
  expect(testApp.logs.join("")).not.toContain("SECRET-CODE-1");
  expect(testApp.printed).toEqual([]);
});

test("a mail server that repeats the link in its refusal does not bring it into the outbox", async () => {
  const address = "https://console.test/follow/SECRET-CODE-2";
  const server = await startMailServer({ refusals: 1, reason: `no mails with ${address} here` });
  closers.push(server.close);
  const testApp = await startProduct({ SMTP_URL: server.url });
  await send(testApp, new Date(Date.now() + 10 * minute), address);
  await until(async () => (await outboxRow(testApp)).error !== null);
  expect((await outboxRow(testApp)).error).toContain("no mails with");
  expect(await dump(testApp)).not.toContain("SECRET-CODE-2");
  expect(testApp.logs.join("")).not.toContain("SECRET-CODE-2");
});

test("in a demo without a mail server the link is printed on the console and is nowhere else", async () => {
  const testApp = await startProduct({});
  await send(testApp);
  await until(async () => (await outboxRow(testApp)).state === "kept");
  expect(testApp.printed).toEqual([`Mail to owner@demo.test, "Set a new password": ${href}`]);
  expect(await dump(testApp)).not.toContain("SECRET-CODE-1");
  expect(testApp.logs.join("")).not.toContain("SECRET-CODE-1");
});

test("outside of a demo a link without a mail server is dropped, and the log says what to set", async () => {
  const testApp = await startProduct({ DEMO: "0" });
  await send(testApp);
  expect(await outboxRow(testApp)).toMatchObject({ state: "kept", sealed_link: null });
  expect(testApp.logs.join("")).toContain("set SMTP_URL");
  expect(testApp.printed).toEqual([]);
});

test("a mail whose link ended meanwhile is not sent, and the link is forgotten", async () => {
  const server = await startMailServer();
  closers.push(server.close);
  const testApp = await startProduct({ SMTP_URL: server.url });
  await send(testApp, new Date(Date.now() - minute));
  await until(async () => (await outboxRow(testApp)).state === "failed");
  expect(server.received).toEqual([]);
  expect(await outboxRow(testApp)).toMatchObject({ error: expect.stringContaining("expired"), sealed_link: null });
});

test("links of mails that nobody sends are forgotten once they have ended", async () => {
  const testApp = await createTestApp();
  closers.push(testApp.close);
  await send(testApp, new Date(Date.now() - minute));
  await testApp.as(systemCaller("test", platformTenant), endLinks);
  expect(await outboxRow(testApp)).toMatchObject({ state: "failed", sealed_link: null });
});
