import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, platformTenant, systemCaller } from "../../platform/context.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { bearer, createPerson, type Person, signIn } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { findAccount } from "./domain/accounts/account-store.ts";
import { mintIdToken } from "./domain/tokens/id-token.ts";

let testApp: TestApp;
let address: string;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(testApp.app.server.address() as AddressInfo).port}`;
});
afterAll(() => testApp.close());

async function listen(headers: Record<string, string>) {
  const response = await fetch(`${address}/api/events`, { headers });
  const stream = { status: response.status, text: "", isEnded: false };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk as Uint8Array);
    stream.isEnded = true;
  })();
  return stream;
}

async function listenAs(person: Person) {
  const { idToken } = await signIn(testApp, person);
  const stream = await listen(bearer(idToken));
  await until(() => stream.text.includes("id: "));
  return { stream, idToken };
}

const query = (text: string, values: unknown[]) => testApp.pool.query(text, values);
const onPlatform = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", platformTenant), work);

type Ending = [string, (person: Person, idToken: string) => Promise<unknown>];
const endings: Ending[] = [
  ["the user is locked", ({ uid }) => query("update accounts set is_disabled = true where uid = $1", [uid])],
  ["the user is deleted", ({ uid }) => query("delete from users where uid = $1", [uid])],
  ["the role changes", ({ uid }) => query("update users set role = 'user' where uid = $1", [uid])],
  ["the tenant changes", ({ uid }) => query("update users set tenant_id = 'elsewhere' where uid = $1", [uid])],
  [
    "the tenant is suspended",
    ({ tenantId }) => query("update tenants set state = 'suspended' where id = $1", [tenantId]),
  ],
  [
    "the session is ended elsewhere",
    async (person) => {
      const { idToken } = await signIn(testApp, person);
      await testApp.app.inject({ method: "DELETE", url: "/api/sessions", headers: bearer(idToken) });
    },
  ],
  [
    "all tokens are revoked",
    ({ uid }) => query("update accounts set valid_since = now() + interval '2 seconds' where uid = $1", [uid]),
  ],
];

test.each(endings)("a stream ends when %s", async (_, change) => {
  await query("insert into tenants (id, name, created_at) values ('elsewhere', 'E', now()) on conflict do nothing", []);
  const person = await createPerson(testApp, { tenantId: `t${Math.random().toString(36).slice(2)}` });
  const bystander = await listenAs(await createPerson(testApp, { tenantId: "calm" }));
  const { stream, idToken } = await listenAs(person);
  await change(person, idToken);
  await until(() => stream.isEnded);
  expect(stream.text.endsWith("retry: 1000\n\n")).toBe(true);
  expect(bystander.stream.isEnded).toBe(false);
});

test("a stream ends with its token, and one with the next token goes on where it was", async () => {
  const person = await createPerson(testApp, { tenantId: "ends" });
  const { idToken } = await signIn(testApp, person);
  const sid = JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString()).sid as string;
  const now = new Date();
  const short = await onPlatform(async (context) => {
    const account = await findAccount(context, person.uid);
    if (!account) throw new Error("no account");
    const session = { id: sid, claims: {}, authenticated_at: now, provider: "password" };
    return mintIdToken(
      testApp.identity,
      { transact: onPlatform, now },
      { account, providers: [], session, lifetimeSeconds: 2 },
    );
  });
  const first = await listen(bearer(short));
  await until(() => first.text.includes("id: "));
  const place = /^id: (.+)$/m.exec(first.text)?.[1] ?? "";
  await until(() => first.isEnded);
  await testApp.as(systemCaller("test", "ends"), (context) => publishEvent(context, { type: "missed", data: {} }));
  const second = await listen({ ...bearer(idToken), "last-event-id": place });
  await until(() => second.text.includes("event: missed"));
});

test("a stream of a tenant's people ends with maintenance; that of platform admins goes on", async () => {
  const [worker, admin] = [await listen(signedInAs("manager", "calm")), await listen(signedInAs("superadmin"))];
  await until(() => worker.text.includes("id: ") && admin.text.includes("id: "));
  const answer = await testApp.app.inject({
    method: "PATCH",
    url: "/api/admin/settings",
    headers: signedInAs("superadmin"),
    payload: { changes: { "maintenance.isOn": true } },
  });
  expect(answer.statusCode).toBe(200);
  await until(() => worker.isEnded);
  expect(admin.isEnded).toBe(false);
  expect((await listen(signedInAs("manager", "calm"))).status).toBe(503);
});
