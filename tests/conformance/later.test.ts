import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProduct } from "../product/run-product.ts";
import { askApi, signInDemo } from "./attack-tools.ts";
import { type Account, attach, errorCode, type IdentityProduct } from "./identity-product.ts";

const dataDir = mkdtempSync(path.join(tmpdir(), "conformance-"));
const startAt = async (CONSOLE_NOW: string) =>
  attach(
    await runProduct({ DATA_DIR: dataDir, DEMO: "1", RATE_LIMIT: "0", IDENTITY_TEST_MODE: "1", CONSOLE_NOW }),
    dataDir,
  );

/** The same installation, 61 minutes after the accounts, tokens and codes below were made. */
let identity: IdentityProduct;
let account: Account;
let reused: { first: string; second: string; third: string };
let oobCode: string;
let demo: Awaited<ReturnType<typeof signInDemo>>;
beforeAll(async () => {
  const before = await startAt("2026-03-19T09:00:00Z");
  account = await before.signUp();
  demo = await signInDemo(before, "tookan");
  const { refreshToken } = await before.signUp();
  const second = String((await before.refresh(refreshToken)).body.refresh_token);
  reused = { first: refreshToken, second, third: String((await before.refresh(second)).body.refresh_token) };
  await before.call("/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: account.email });
  ({ oobCode } = await before.codeFor(account.email, "PASSWORD_RESET"));
  expect((await before.call("/v1/accounts:resetPassword", { oobCode })).status).toBe(200);
  expect((await askApi(before, `/api/users/${demo.localId}`, demo.idToken)).status).toBe(200);
  await before.product.kill("SIGTERM");
  identity = await startAt("2026-03-19T10:01:00Z");
}, 120_000);
afterAll(async () => {
  await identity.product.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

test("an ID token that has ended is refused by lookup and by the API", async () => {
  const looked = await identity.call("/v1/accounts:lookup", { idToken: demo.idToken });
  expect([looked.status, errorCode(looked)]).toEqual([400, "TOKEN_EXPIRED"]);
  expect((await askApi(identity, `/api/users/${demo.localId}`, demo.idToken)).status).toBe(401);
});

test("a refresh token outlives its ID token and a restart", async () => {
  const { status, body } = await identity.refresh(demo.refreshToken);
  expect(status).toBe(200);
  expect((await askApi(identity, `/api/users/${demo.localId}`, String(body.access_token))).status).toBe(200);
});

test("a sign-in of an hour ago is too old for what opens the account, but not for the profile", async () => {
  const { body } = await identity.refresh(account.refreshToken);
  const idToken = String(body.access_token);
  for (const change of [
    { password: "Another-Harbour-42" },
    { email: "next@conformance.test" },
    { deleteAttribute: ["PASSWORD"] },
    { deleteAttribute: ["EMAIL"] },
  ]) {
    const refused = await identity.call("/v1/accounts:update", { idToken, ...change });
    expect.soft([change, errorCode(refused)]).toEqual([change, "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"]);
  }
  expect(errorCode(await identity.call("/v1/accounts:delete", { idToken }))).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
  const profile = await identity.call("/v1/accounts:update", { idToken, displayName: "Noor Haddad" });
  expect(profile.body.displayName).toBe("Noor Haddad");

  const again = await identity.signIn(account);
  const changed = await identity.call("/v1/accounts:update", {
    idToken: again.body.idToken,
    password: account.password,
  });
  expect(changed.status).toBe(200);
});

test("a code for a new password has ended after an hour", async () => {
  const inspected = await identity.call("/v1/accounts:resetPassword", { oobCode });
  expect([inspected.status, errorCode(inspected)]).toEqual([400, "EXPIRED_OOB_CODE"]);
  const used = await identity.call("/v1/accounts:resetPassword", { oobCode, newPassword: "Another-Harbour-42" });
  expect([used.status, errorCode(used)]).toEqual([400, "EXPIRED_OOB_CODE"]);
});

test("a refresh token that was replaced long ago ends the whole session when it comes back", async () => {
  expect(errorCode(await identity.refresh(reused.first))).toBe("TOKEN_EXPIRED");
  expect(errorCode(await identity.refresh(reused.second))).toBe("TOKEN_EXPIRED");
  expect(errorCode(await identity.refresh(reused.third))).toBe("TOKEN_EXPIRED");
});
