import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isGenuine } from "../../../../../docs/examples/webhooks/verify.mjs";
import { systemCaller } from "../../platform/context.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { webhooksJobs } from "./deliver.ts";
import { emitEvent } from "./emit-event.ts";

type Received = { headers: Record<string, string>; body: string };

let testApp: TestApp;
let server: Server;
let url: string;
let status = 200;
let received: Received[] = [];
const admin = signedInAs("admin", "platform", "boss");

beforeAll(async () => {
  testApp = await createTestApp();
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(status).end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await testApp.close();
});
beforeEach(async () => {
  status = 200;
  received = [];
  await testApp.pool.query("delete from webhooks");
  await testApp.pool.query("delete from graphile_worker._private_jobs");
});

async function call(method: "GET" | "POST", path: string, payload?: object, headers = admin) {
  const response = await testApp.app.inject({
    method,
    url: `/api/admin/webhooks${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

async function createWebhook(fields: object = {}) {
  const kinds = ["incident.opened"];
  const { body } = await call("POST", "", { fields: { name: "On call", url, kinds, ...fields } });
  const { secret } = (await call("POST", `/${body.id}/secret`, { overlapHours: 0 })).body;
  return { id: body.id as string, secret: secret as string };
}

const incident = {
  kind: "incident.opened" as const,
  title: "Database down",
  text: "It does not answer.",
  subject: "incidents/1",
  isResolved: false,
  path: "/admin/system-health?incident=1",
};
const inPlatform = <Result>(work: Parameters<typeof testApp.as<Result>>[1]) =>
  testApp.as(systemCaller("test", "platform"), work);

/** Runs each delivery that is promised once, as the queue would; gives how many it would try again. */
async function deliver(innerHosts = ["127.0.0.1"]): Promise<number> {
  const [job] = webhooksJobs(innerHosts);
  const { rows } = await testApp.pool.query(
    "select id from webhook_deliveries where state = 'waiting' order by created_at",
  );
  let again = 0;
  for (const input of rows) {
    const work = { tenantId: "platform", inTenant: inPlatform, log: testApp.log, signal: new AbortController().signal };
    await job?.runLong?.(work, input).catch(() => again++);
  }
  return again;
}
const listDeliveries = async (id: string) => (await call("GET", `/${id}/deliveries`)).body.items;

test("a message goes to those that are called for its kind, signed as the documentation says", async () => {
  const { id, secret } = await createWebhook();
  const other = await createWebhook({ name: "Alerts", kinds: ["log.alert"] });
  await inPlatform((context) => emitEvent(context, incident));
  expect(await deliver()).toBe(0);
  expect(received).toHaveLength(1);
  const [message] = received as [Received];
  expect(JSON.parse(message.body)).toMatchObject({ type: "incident.opened", data: { title: "Database down" } });
  expect(isGenuine({ ...message, secret })).toBe(true);
  expect(isGenuine({ ...message, secret: other.secret })).toBe(false);
  expect(isGenuine({ ...message, body: message.body.replace("down", "up"), secret })).toBe(false);
  const aged = { ...message.headers, "webhook-timestamp": String(Number(message.headers["webhook-timestamp"]) - 900) };
  expect(isGenuine({ ...message, headers: aged, secret })).toBe(false);
  expect(await listDeliveries(id)).toMatchObject([{ state: "delivered", status: 200, attempts: 1 }]);
});

test("the secret is readable nowhere once it was shown", async () => {
  const { id, secret } = await createWebhook();
  const row = (await call("GET", `/rows/${id}`)).body;
  const { rows } = await testApp.pool.query("select * from webhooks");
  const bare = secret.slice("whsec_".length);
  expect(JSON.stringify([row, rows, await listDeliveries(id)]) + testApp.logs.join("")).not.toContain(bare);
});

test("a secret that is replaced signs beside the new one for a while", async () => {
  const { id, secret } = await createWebhook();
  const { body } = await call("POST", `/${id}/secret`, { overlapHours: 1 });
  await inPlatform((context) => emitEvent(context, incident));
  await deliver();
  const [message] = received as [Received];
  expect([secret, body.secret].map((one) => isGenuine({ ...message, secret: one }))).toEqual([true, true]);
});

test("what is not taken is tried again, and after many failures in a row the webhook is disabled with one notice", async () => {
  const { id } = await createWebhook();
  status = 500;
  await inPlatform((context) => emitEvent(context, incident));
  expect(await deliver()).toBe(1);
  expect(await listDeliveries(id)).toMatchObject([
    { state: "waiting", status: 500, error: "The receiver answered 500." },
  ]);
  for (let attempt = 2; attempt <= 20; attempt++) await deliver();
  expect((await call("GET", `/rows/${id}`)).body.status).toBe("disabled");
  await inPlatform((context) => emitEvent(context, incident));
  expect(await deliver()).toBe(0);
  expect(received).toHaveLength(20);
  const { rows } = await testApp.pool.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'notices.deliver'`,
  );
  expect(rows).toHaveLength(1);
  await call("POST", "/acts/resume", { ids: [id] });
  status = 204;
  await call("POST", "/acts/test", { ids: [id] });
  await deliver();
  expect((await listDeliveries(id))[0]).toMatchObject({ kind: "test", state: "delivered" });
  expect((await call("GET", `/rows/${id}`)).body).toMatchObject({ status: "active", failures: 0 });
});

test("an address of an own network is refused and not tried again", async () => {
  const { id } = await createWebhook();
  await inPlatform((context) => emitEvent(context, incident));
  expect(await deliver([])).toBe(0);
  expect(received).toEqual([]);
  expect(await listDeliveries(id)).toMatchObject([{ state: "failed", status: null }]);
});

test.each([
  ["an address that is none", { url: "ftp://files.example" }, "url"],
  ["an address with a password", { url: "https://me:pass@hooks.example" }, "url"],
  ["no events", { kinds: [] }, "kinds"],
])("a webhook with %s is refused at its field", async (_, fields, field) => {
  const all = { name: "Wrong", url, kinds: ["log.alert"], ...fields };
  const { status: code, body } = await call("POST", "", { fields: all });
  expect([code, Object.keys(body.error.fields)]).toEqual([400, [field]]);
});

test("people of tenants neither see nor make webhooks", async () => {
  const manager = signedInAs("manager", "north", "m1");
  expect((await call("GET", "", undefined, manager)).status).toBe(403);
  expect((await call("POST", "/any/secret", {}, manager)).status).toBe(403);
});
