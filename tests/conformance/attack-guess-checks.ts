import { expect, test } from "vitest";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { demoPassword, fromNewAddress, signInDemo, type Targets } from "./attack-tools.ts";
import { errorCode, freshEmail, goodPassword, type IdentityProduct, type WireAnswer } from "./identity-product.ts";

const changing = new Set(["date", "x-request-id"]);

/** All that an onlooker can compare of an answer, with the given address taken out. */
function seen({ status, headers, text }: WireAnswer, email: string) {
  return {
    status,
    text: text.replaceAll(email, "<email>"),
    headers: [...headers].filter(([name]) => !changing.has(name)),
  };
}

/** A thousand tries tell no more than these, but are what an attacker would send. */
const tries = isFullLength ? 1000 : 150;

async function guess(identity: IdentityProduct, email: string, password: string, headers: Record<string, string>) {
  const answer = await identity.call("/v1/accounts:signInWithPassword", { email, password }, headers);
  return { answer, code: errorCode(answer) };
}

/** Orders a mail for a new password. */
async function order(identity: IdentityProduct, email: string, headers: Record<string, string> = {}) {
  const answer = await identity.call("/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email }, headers);
  return { answer, code: errorCode(answer) };
}

/** What guessing tells, and how far it gets. */
export function checkGuessing(targets: Targets): void {
  test("answers for a known and an unknown address are the same: status, body and headers", async () => {
    const { strict } = targets();
    const known = "genesis@demo.test";
    const unknown = "genesiz@demo.test";
    const compare = async (name: string, bodyFor: (email: string) => object) => {
      const answers = [];
      for (const email of [known, unknown]) {
        answers.push(seen(await strict.call(`/v1/accounts:${name}`, bodyFor(email), fromNewAddress()), email));
      }
      expect(answers[1]).toEqual(answers[0]);
      return answers[0];
    };
    const wrong = await compare("signInWithPassword", (email) => ({ email, password: "Wrong-Harbour-40" }));
    expect(wrong?.text).toContain("INVALID_LOGIN_CREDENTIALS");
    const reset = await compare("sendOobCode", (email) => ({ requestType: "PASSWORD_RESET", email }));
    expect(reset?.status).toBe(200);
    await compare("signUp", (email) => ({ email, password: goodPassword }));
    await compare("createAuthUri", (identifier) => ({ identifier, continueUri: "http://localhost" }));
    await compare("signInWithEmailLink", (email) => ({ email, oobCode: "nonsense" }));
  });

  test("a new address that is taken is answered like one that is free", async () => {
    const { open } = targets();
    const { idToken } = await open.signUp();
    const answers = [];
    for (const newEmail of ["genesis@demo.test", "genesiz@demo.test"]) {
      const body = { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail };
      answers.push(seen(await open.call("/v1/accounts:sendOobCode", body), newEmail));
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]?.status).toBe(200);
  });

  test("guesses on one account from one address are stopped early", async () => {
    const { strict } = targets();
    const email = "warehouse@demo.test";
    const attacker = fromNewAddress();
    const guesses = [];
    for (let time = 0; time < tries; time++)
      guesses.push(await guess(strict, email, `Wrong-Harbour-${time}`, attacker));
    const tried = guesses.filter(({ code }) => code === "INVALID_LOGIN_CREDENTIALS");
    expect(tried.length).toBeLessThanOrEqual(20);
    expect(tried.length + guesses.filter(({ code }) => code === "TOO_MANY_ATTEMPTS_TRY_LATER").length).toBe(tries);

    const last = guesses.at(-1);
    expect([last?.answer.status, last?.code]).toEqual([400, "TOO_MANY_ATTEMPTS_TRY_LATER"]);
    expect(last?.answer.body.error?.message).toMatch(/ : Access to this account has been temporarily disabled due to/);
    expect(Number(last?.answer.headers.get("retry-after"))).toBeGreaterThan(0);

    expect((await guess(strict, email, demoPassword, attacker)).code).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
    expect((await guess(strict, email, demoPassword, fromNewAddress())).code).toBeUndefined();
  }, 120_000);

  test("guesses on an unknown address are stopped like those on a known one", async () => {
    const { strict } = targets();
    const run = async (email: string) => {
      const attacker = fromNewAddress();
      const codes = [];
      for (let time = 0; time < 30; time++)
        codes.push((await guess(strict, email, `Wrong-${time}-Harbour`, attacker)).code);
      return codes;
    };
    expect(await run("docmam@demo.test")).toEqual(await run("docman@demo.test"));
  });

  test("many accounts tried from one address are stopped, and others are not kept out by that", async () => {
    const { strict } = targets();
    const attacker = fromNewAddress();
    const codes = [];
    for (let time = 0; time < tries; time++)
      codes.push((await guess(strict, freshEmail(), demoPassword, attacker)).code);
    expect(codes.filter((code) => code === "INVALID_LOGIN_CREDENTIALS").length).toBeLessThanOrEqual(100);
    expect(codes.at(-1)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
    expect((await guess(strict, "superadmin@demo.test", demoPassword, attacker)).code).toBe(
      "TOO_MANY_ATTEMPTS_TRY_LATER",
    );
    expect((await guess(strict, "superadmin@demo.test", demoPassword, fromNewAddress())).code).toBeUndefined();
  }, 120_000);

  test("guesses on one account from many addresses are stopped, and the owner gets in from a usual address", async () => {
    const { strict } = targets();
    const usual = fromNewAddress();
    await signInDemo(strict, "other", { headers: usual });
    const codes = [];
    for (let time = 0; time < Math.min(tries, 300); time++) {
      codes.push((await guess(strict, "other@demo.test", `Wrong-Harbour-${time}`, fromNewAddress())).code);
    }
    expect(codes.filter((code) => code === "INVALID_LOGIN_CREDENTIALS").length).toBeLessThanOrEqual(100);
    expect(codes.at(-1)).toBe("TOO_MANY_ATTEMPTS_TRY_LATER");
    expect((await signInDemo(strict, "other", { headers: usual })).idToken).toEqual(expect.any(String));
  }, 120_000);

  test("two hundred guesses at the same moment get no further than one after the other", async () => {
    const { strict } = targets();
    const attacker = fromNewAddress();
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, time) => guess(strict, "admin@demo.test", `Wrong-Harbour-${time}`, attacker)),
    );
    expect(all.filter(({ code }) => code === "INVALID_LOGIN_CREDENTIALS").length).toBeLessThanOrEqual(20);
    expect(new Set(all.map(({ code }) => code))).toEqual(
      new Set(["INVALID_LOGIN_CREDENTIALS", "TOO_MANY_ATTEMPTS_TRY_LATER"]),
    );
  }, 60_000);

  test("mails for a new password cannot be ordered without end, and the answer does not tell", async () => {
    const { strict } = targets();
    const run = async (email: string) => {
      const answers = [];
      for (let time = 0; time < 60; time++) {
        const { answer, code } = await order(strict, email, fromNewAddress());
        answers.push([answer.status, code]);
      }
      return answers;
    };
    expect(await run("docmam@demo.test")).toEqual(await run("docman@demo.test"));
    const admin = await signInDemo(strict, "superadmin");
    const outbox = await strict.ask("/api/outbox?limit=100", { headers: { authorization: `Bearer ${admin.idToken}` } });
    const mails = (outbox.body.items as { to: string[] }[]).filter(({ to }) => to.includes("docman@demo.test"));
    expect(mails.length).toBeGreaterThan(0);
    expect(mails.length).toBeLessThanOrEqual(10);
  }, 60_000);
}
