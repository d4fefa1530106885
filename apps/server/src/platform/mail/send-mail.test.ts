import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { clockAt } from "../clock.ts";
import { platformTenant, systemCaller } from "../context.ts";
import { sealedSecrets } from "../crypto/sealed-secrets.ts";
import { installationKey } from "../crypto/secret-key.ts";
import type { Job } from "../jobs/define-job.ts";
import { startWorker } from "../jobs/queue.ts";
import { deliverMailJob, sendMail } from "./send-mail.ts";
import { openTransport } from "./transport.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const mail = { to: ["admin@demo.test"], subject: "Hello", text: "Line one\nLine two" };

/** A real mail server that refuses the first `refusals` mails. */
async function startMailServer({ refusals = 0 } = {}) {
  const received: string[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk) => (text += chunk));
      stream.on("end", () => {
        if (left > 0) {
          left -= 1;
          return done(Object.assign(new Error("try later, user:secret@host"), { responseCode: 451 }));
        }
        received.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
}

async function startProduct(smtpUrl: string): Promise<TestApp> {
  const testApp = await createTestApp({ environment: { SMTP_URL: smtpUrl, MAIL_FROM: "console@product.test" } });
  closers.push(testApp.close);
  const transport = openTransport(testApp.config, smtpUrl);
  const { config, database, log, metrics } = testApp;
  const secrets = sealedSecrets(installationKey("a secret key that only tests would use"));
  const parts = { config, database, log, metrics, secrets, clock: clockAt(null) };
  const worker = await startWorker(testApp.databaseUrl, [deliverMailJob(transport)] as Job[], parts);
  closers.push(worker.stop, transport.close);
  return testApp;
}

const send = (testApp: TestApp) =>
  testApp.as(systemCaller("test", platformTenant), (context) => sendMail(context, mail));

async function outbox(testApp: TestApp) {
  const { rows } = await testApp.pool.query("select state, attempts, error, sent_at from mail_outbox");
  return rows;
}

async function until(isTrue: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + 15_000;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error("It did not happen within fifteen seconds.");
    await sleep(20);
  }
}

test("a mail reaches the mail server, and the outbox says so", async () => {
  const server = await startMailServer();
  const testApp = await startProduct(server.url);
  await send(testApp);
  await until(async () => (await outbox(testApp))[0]?.state === "sent");
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatch(/From: console@product\.test/);
  expect(server.received[0]).toMatch(/To: admin@demo\.test/);
  expect(server.received[0]).toContain("Line one\r\nLine two");
});

test("a refused mail waits with its reason, without secrets, and is tried again later", async () => {
  const server = await startMailServer({ refusals: 1 });
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
