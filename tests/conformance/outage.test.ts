import "./asked-urls.ts";

import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getIdToken, reload } from "firebase/auth";
import { afterEach, expect, test } from "vitest";
import { type IdentityProduct, startIdentityProduct, type WireAnswer } from "./identity-product.ts";
import { authError, type SdkClient, sdkClient } from "./sdk-client.ts";

let client: SdkClient;
async function start(environment: Record<string, string>): Promise<IdentityProduct> {
  const identity = await startIdentityProduct(environment);
  client = sdkClient(identity, ({ config }, url) => {
    const { host } = new URL(url);
    Object.assign(config, { apiScheme: "http", apiHost: host, tokenApiHost: host });
  });
  return identity;
}
afterEach(async () => {
  await client.close();
  await client.identity.stop();
}, 60_000);

/** A refusal that the SDK takes for the end of the session, at the next page load at the latest. */
const endsTheSession = ({ status, body }: WireAnswer) => status !== 200 && body.error?.message !== undefined;

test("while the database is away nobody is signed out: lookup and refresh fail without words of Google", async () => {
  const identity = await start({});
  const { idToken, refreshToken } = await identity.signUp();
  const { auth, user } = await client.newUser();
  const pid = readFileSync(path.join(identity.dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0];
  process.kill(Number(pid), "SIGKILL");

  const failed: WireAnswer[] = [];
  for (let isBack = false; !isBack; await sleep(5)) {
    const answers = [await identity.call("/v1/accounts:lookup", { idToken }), await identity.refresh(refreshToken)];
    failed.push(...answers.filter(({ status }) => status !== 200));
    for (const live of [() => getIdToken(user, true), () => reload(user)]) {
      const error: unknown = await live().then(
        () => null,
        (reason: unknown) => reason,
      );
      if (error !== null) expect(error).toMatchObject(authError("network-request-failed"));
    }
    expect(auth.currentUser?.uid).toBe(user.uid);
    isBack = failed.length > 0 && answers.every(({ status }) => status === 200);
  }
  expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 503));
  expect(failed.filter(endsTheSession).map(({ text }) => text)).toEqual([]);
  expect(failed.every(({ headers }) => headers.has("retry-after"))).toBe(true);
}, 60_000);

test("whoever asks too often is not signed out by the refusal", async () => {
  const identity = await start({ RATE_LIMIT: "30" });
  const { idToken, refreshToken } = await identity.signUp();
  const answers: WireAnswer[] = [];
  for (let time = 0; time < 40; time++) {
    answers.push(await identity.call("/v1/accounts:lookup", { idToken }), await identity.refresh(refreshToken));
  }
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter(endsTheSession).map(({ text }) => text)).toEqual([]);
}, 60_000);
