import { afterEach, expect, test } from "vitest";
import { startMailServer } from "../../testing/mail-server.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { platformTenant, systemCaller } from "../context.ts";
import type { Job } from "../jobs/define-job.ts";
import { deliverMailJob, sendMail } from "./send-mail.ts";
import { openTransports } from "./transport.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const mail = { to: ["admin@demo.test"], subject: "Hello", text: "Line one\nLine two" };

async function mailServer(options: { refusals?: number } = {}) {
  const server = await startMailServer(options);
  closers.push(server.close);
  return server;
}

async function startProduct(smtpUrl: string): Promise<TestApp> {
  const testApp = await createTestApp({ environment: { SMTP_URL: smtpUrl, MAIL_FROM: "console@product.test" } });
  closers.push(testApp.close);
  const transports = openTransports(testApp.config, (line) => void testApp.printed.push(line));
  await testApp.startJobs([deliverMailJob(transports)] as Job[]);
  closers.push(transports.close);
  return testApp;
}

const send = (testApp: TestApp) =>
  testApp.as(systemCaller("test", platformTenant), (context) => sendMail(context, mail));

async function outbox(testApp: TestApp) {
  const { rows } = await testApp.pool.query("select state, attempts, error, sent_at from mail_outbox");
  return rows;
}

test("a mail reaches the mail server, and the outbox says so", async () => {
  const server = await mailServer();
  const testApp = await startProduct(server.url);
  await send(testApp);
  await until(async () => (await outbox(testApp))[0]?.state === "sent");
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatch(/From: console@product\.test/);
  expect(server.received[0]).toMatch(/To: admin@demo\.test/);
  expect(server.received[0]).toContain("Line one\r\nLine two");
});

test("a refused mail waits with its reason, without secrets, and is tried again later", async () => {
  const server = await mailServer({ refusals: 1 });
  const testApp = await startProduct(server.url);
  await send(testApp);
  await until(async () => (await outbox(testApp))[0]?.attempts === 1);
  const [row] = await outbox(testApp);
  expect(row).toMatchObject({ state: "waiting", sent_at: null });
  expect(row.error).toMatch(/try later/);
  await testApp.pool.query("update graphile_worker._private_jobs set run_at = now()");
  await until(async () => (await outbox(testApp))[0]?.state === "sent");
  expect(server.received).toHaveLength(1);
});

test("without a mail server a mail is kept to be read", async () => {
  const testApp = await createTestApp();
  closers.push(testApp.close);
  await send(testApp);
  expect(await outbox(testApp)).toEqual([{ state: "kept", attempts: 0, error: null, sent_at: null }]);
});
