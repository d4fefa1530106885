import { randomUUID } from "node:crypto";
import { insertTenant, insertUser } from "../modules/directory/index.ts";
import { seedAccount } from "../modules/identity/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import type { TestApp } from "./test-app.ts";

export const password = "a-long-enough-password";

export type Person = { uid: string; email: string; tenantId: string | null };

/** Makes a person with an account, and with a document unless the role is null. */
export async function createPerson(
  testApp: TestApp,
  { role = "manager", tenantId = null }: { role?: string | null; tenantId?: string | null } = {},
): Promise<Person> {
  const email = `person.${randomUUID().slice(0, 8)}@people.example`;
  const uid = await testApp.as(systemCaller("test", platformTenant), async (context) => {
    const accountUid = await seedAccount(testApp.identity, context, { email, password, name: "A Person" });
    if (tenantId) await insertTenant(context, { id: tenantId, name: tenantId, aiq_type: "Tookan" });
    if (role !== null) await insertUser(context, { uid: accountUid, email, role, tenant_id: tenantId });
    return accountUid;
  });
  return { uid, email, tenantId };
}

/** Makes a tenant with some people of the role user, and gives their ids by their names. */
export async function createColleagues<Name extends string>(
  testApp: TestApp,
  tenantId: string,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const uids = {} as Record<Name, string>;
  await testApp.as(systemCaller("test", platformTenant), async (context) => {
    await insertTenant(context, { id: tenantId, name: tenantId, aiq_type: "Tookan" });
    for (const name of names) {
      const email = `${name}@example.test`;
      uids[name] = await seedAccount(testApp.identity, context, { email, password, name });
      await insertUser(context, { uid: uids[name], email, role: "user", tenant_id: tenantId });
    }
  });
  return uids;
}

/** A call on the identity wire. */
export async function callWire(
  testApp: TestApp,
  path: string,
  payload: object | string,
  headers: Record<string, string> = {},
) {
  const type = typeof payload === "string" ? "application/x-www-form-urlencoded" : "application/json";
  const response = await testApp.app.inject({
    method: "POST",
    url: `${path}?key=test`,
    payload,
    headers: { "content-type": type, ...headers },
  });
  return { status: response.statusCode, headers: response.headers, body: response.json(), code: codeIn(response.body) };
}

function codeIn(body: string): string | null {
  const { error } = JSON.parse(body) as { error?: { message: string } };
  return error?.message.split(" : ")[0] ?? null;
}

/** Signs someone in with the test password. */
export async function signIn(testApp: TestApp, { email }: { email: string }, headers: Record<string, string> = {}) {
  const answer = await callWire(testApp, "/v1/accounts:signInWithPassword", { email, password }, headers);
  if (answer.status !== 200) throw new Error(`The sign-in failed: ${answer.code}`);
  return answer.body as { idToken: string; refreshToken: string; localId: string };
}

/** The header that proves who calls the API. */
export const bearer = (idToken: string) => ({ authorization: `Bearer ${idToken}` });
