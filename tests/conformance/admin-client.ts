import { writeFileSync } from "node:fs";
import path from "node:path";
import { initializeApp } from "firebase/app";
import { initializeAuth, inMemoryPersistence, type Auth as PageAuth } from "firebase/auth";
import type { App } from "firebase-admin/app";
import { type Auth, getAuth, type UserRecord } from "firebase-admin/auth";
import { expect } from "vitest";
// The example that the console shows to those who connect a program.
import { connect } from "../../docs/examples/firebase-admin/connect.mjs";
import { freshEmail, goodPassword, type IdentityProduct } from "./identity-product.ts";

/** The console's own routes, in the name of someone of the demonstration. */
export type Desk = {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: unknown): Promise<Record<string, unknown>>;
};

/** Signs someone of the demonstration in to the console. */
export async function openDesk(identity: IdentityProduct, email: string): Promise<Desk> {
  const { body: demo } = await identity.ask("/api/demo-sign-ins");
  const { body } = await identity.signIn({ email, password: String(demo.password) });
  const ask = async (path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${body.idToken}`, "content-type": "application/json" };
    const answer = await identity.ask(path, { ...init, headers });
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  return {
    get: (path) => ask(path, { method: "GET" }),
    post: (path, content) => ask(path, { method: "POST", body: JSON.stringify(content) }),
  };
}

export const everyRight = ["read", "manage", "links", "sessions"];

/** What the checks work with: the product, a superadmin of it, and a service account with every right. */
export type AdminSetup = {
  identity: IdentityProduct;
  superadmin: Desk;
  service: Awaited<ReturnType<typeof connectService>>;
  admin: Auth;
  newUser(more?: object): Promise<UserRecord>;
  findUid(email: string): Promise<string>;
  /** The browser's SDK, as a page of someone else uses it. */
  browserAuth(): PageAuth;
};

/** Makes the service account and connects the SDKs. */
export async function setUpAdmin(identity: IdentityProduct): Promise<AdminSetup> {
  const superadmin = await openDesk(identity, "superadmin@demo.test");
  const service = await connectService(identity, superadmin, everyRight);
  const admin = service.auth;
  return {
    identity,
    superadmin,
    service,
    admin,
    newUser: (more = {}) => admin.createUser({ email: freshEmail(), password: goodPassword, ...more }),
    findUid: async (email) => (await admin.getUserByEmail(email)).uid,
    browserAuth() {
      const { host } = new URL(identity.url);
      const app = initializeApp({ apiKey: identity.apiKey, projectId: "console" }, `page-${freshEmail()}`);
      const auth = initializeAuth(app, { persistence: inMemoryPersistence });
      auth.config.apiScheme = "http";
      auth.config.apiHost = host;
      auth.config.tokenApiHost = host;
      return auth;
    },
  };
}

/** How the SDK names a failure. */
export function refused(code: string) {
  return expect.objectContaining({ code: `auth/${code}` });
}

let apps = 0;

/** Makes a service account with some rights, and Google's admin SDK with its key. */
export async function connectService(
  { url, dataDir }: Pick<IdentityProduct, "url" | "dataDir">,
  desk: Desk,
  rights: readonly string[],
): Promise<{ id: string; app: App; auth: Auth; keyFile: string }> {
  const { id } = await desk.post("/api/admin/service-accounts", { fields: { name: "Customer portal", rights } });
  const { file, fileName } = await desk.post(`/api/admin/service-accounts/${id}/keys`, {});
  const keyFile = path.join(dataDir, String(fileName));
  writeFileSync(keyFile, String(file));
  apps += 1;
  const app = connect(url, keyFile, `service-${apps}`);
  return { id: String(id), app, auth: getAuth(app), keyFile };
}
