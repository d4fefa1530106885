import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { askApi, demoPassword, fromNewAddress, signInDemo, type Targets } from "./attack-tools.ts";
import { errorCode, type IdentityProduct, type WireAnswer } from "./identity-product.ts";

const asCookie = { "x-session": "cookie" };

function refreshByCookie(identity: IdentityProduct, cookie: string): Promise<WireAnswer> {
  return identity.ask(`/v1/token?key=${identity.apiKey}`, {
    method: "POST",
    headers: { ...asCookie, cookie },
    body: new URLSearchParams({ grant_type: "refresh_token" }),
  });
}

/** Sessions that someone else holds, and links that lead elsewhere. */
export function checkSessions(targets: Targets): void {
  test("a stolen session dies with a change of the password: its refresh token, its ID token, its API calls", async () => {
    const { strict } = targets();
    const owner = await signInDemo(strict, "acme");
    const thief = await signInDemo(strict, "acme");
    const profile = `/api/users/${thief.localId}`;
    expect((await askApi(strict, profile, thief.idToken)).status).toBe(200);
    await sleep(1100);
    const password = "Another-Harbour-42";
    const changed = await strict.call("/v1/accounts:update", { idToken: owner.idToken, password });
    expect([changed.status, errorCode(changed)]).toEqual([200, undefined]);

    expect(errorCode(await strict.refresh(thief.refreshToken))).toBe("TOKEN_EXPIRED");
    expect(errorCode(await strict.call("/v1/accounts:lookup", { idToken: thief.idToken }))).toBe("TOKEN_EXPIRED");
    await expect.poll(async () => (await askApi(strict, profile, thief.idToken)).status, { timeout: 6000 }).toBe(401);
    const old = await strict.call(
      "/v1/accounts:signInWithPassword",
      { email: "acme@demo.test", password: demoPassword },
      fromNewAddress(),
    );
    expect(errorCode(old)).toBe("INVALID_LOGIN_CREDENTIALS");
    expect((await signInDemo(strict, "acme", { password })).localId).toBe(owner.localId);
  });

  test("the session of a browser stays out of reach of its scripts", async () => {
    const { strict } = targets();
    const credentials = { email: "other@demo.test", password: demoPassword };
    const signedIn = await strict.call("/v1/accounts:signInWithPassword", credentials, asCookie);
    expect(signedIn.body.refreshToken).toBe("");
    const [cookie = ""] = signedIn.headers.getSetCookie();
    expect(cookie).toMatch(/; *HttpOnly/i);
    expect(cookie).toMatch(/; *SameSite=Strict/i);
    const pair = cookie.split(";")[0] ?? "";
    const secret = pair.slice(pair.indexOf("=") + 1);
    expect(secret.length).toBeGreaterThan(20);
    expect(signedIn.text).not.toContain(secret);

    const refreshed = await refreshByCookie(strict, pair);
    expect([refreshed.status, refreshed.body.refresh_token]).toEqual([200, ""]);
    const next = refreshed.headers.getSetCookie()[0]?.split(";")[0] ?? pair;
    expect(refreshed.text).not.toContain(next.slice(next.indexOf("=") + 1));

    const without = await strict.ask(`/v1/token?key=${strict.apiKey}`, {
      method: "POST",
      headers: { cookie: next },
      body: new URLSearchParams({ grant_type: "refresh_token" }),
    });
    expect(errorCode(without)).toBe("MISSING_REFRESH_TOKEN");

    const ended = await strict.ask("/api/session/end", {
      method: "POST",
      headers: { cookie: next, "content-type": "application/json" },
      body: "{}",
    });
    expect([ended.status, ended.body.ended]).toEqual([200, 1]);
    expect(ended.headers.getSetCookie()[0]).toMatch(/Max-Age=0|Expires=Thu, 01 Jan 1970/i);
    expect(errorCode(await refreshByCookie(strict, next))).toBe("TOKEN_EXPIRED");
    expect(errorCode(await refreshByCookie(strict, pair))).toBe("TOKEN_EXPIRED");
  });

  test("a page of another origin can neither use nor plant the cookie", async () => {
    const { strict } = targets();
    const credentials = { email: "other@demo.test", password: demoPassword };
    const foreign = { origin: "https://foreign.example", "sec-fetch-site": "cross-site" };
    const asked = await strict.ask(`/v1/token?key=${strict.apiKey}`, {
      method: "OPTIONS",
      headers: { ...foreign, "access-control-request-method": "POST", "access-control-request-headers": "x-session" },
    });
    expect(asked.headers.get("access-control-allow-headers") ?? "").not.toMatch(/x-session|\*/i);
    expect(asked.headers.get("access-control-allow-credentials")).toBeNull();
    const planted = await strict.call("/v1/accounts:signInWithPassword", credentials, { ...asCookie, ...foreign });
    expect(planted.headers.getSetCookie()).toEqual([]);

    const signedIn = await strict.call("/v1/accounts:signInWithPassword", credentials, asCookie);
    const pair = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const used = await strict.ask(`/v1/token?key=${strict.apiKey}`, {
      method: "POST",
      headers: { ...asCookie, ...foreign, cookie: pair },
      body: new URLSearchParams({ grant_type: "refresh_token" }),
    });
    expect([used.status >= 400, used.body.access_token]).toEqual([true, undefined]);
    expect(used.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("a link in a mail leads on to us alone", async () => {
    const { strict, open } = targets();
    const { host } = new URL(open.url);
    const foreign = [
      "https://foreign.example/",
      "https://foreign.example/login",
      `https://${host}.foreign.example/`,
      `https://${host}@foreign.example/`,
      `http://foreign.example#${host}`,
      `https://foreign.example\\@${host}/`,
      "//foreign.example/",
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://foreign.example/",
      "/\\foreign.example",
      "https://foreign.example?localhost",
      " https://foreign.example/",
      "https:foreign.example",
      "file:///etc/passwd",
    ];
    for (const continueUrl of foreign) {
      for (const email of ["tookan@demo.test", "nobody@demo.test"]) {
        const body = { requestType: "PASSWORD_RESET", email, continueUrl };
        for (const identity of [strict, open]) {
          const answer = await identity.call("/v1/accounts:sendOobCode", body, fromNewAddress());
          const isRefused = ["UNAUTHORIZED_DOMAIN", "INVALID_CONTINUE_URI"].includes(errorCode(answer) ?? "");
          expect([continueUrl, email, answer.status, isRefused]).toEqual([continueUrl, email, 400, true]);
        }
      }
    }
    const plain = { requestType: "PASSWORD_RESET", email: "tookan@demo.test", continueUrl: "https://foreign.example/" };
    expect(errorCode(await strict.call("/v1/accounts:sendOobCode", plain, fromNewAddress()))).toBe(
      "UNAUTHORIZED_DOMAIN",
    );
    expect(await open.codesFor("tookan@demo.test", "PASSWORD_RESET")).toEqual([]);
  });

  test("a foreign host name in a request does not reach the link of the mail", async () => {
    const { open } = targets();
    const { email } = await open.signUp();
    const body = JSON.stringify({ requestType: "PASSWORD_RESET", email });
    const status = await new Promise((resolve, reject) => {
      const headers = {
        host: "foreign.example",
        "x-forwarded-host": "foreign.example",
        origin: "https://foreign.example",
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      };
      const target = `${open.url}/v1/accounts:sendOobCode?key=${open.apiKey}`;
      request(target, { method: "POST", headers }, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end(body);
    });
    for (const { oobLink } of await open.codesFor(email, "PASSWORD_RESET")) expect(oobLink).not.toContain("foreign");
    expect(status === 200 || status === 400).toBe(true);
  });
}
