import { expect, test } from "vitest";
import { errorCode, freshEmail, goodPassword, type IdentityProduct } from "./identity-product.ts";

const email = "someone@conformance.test";
const password = goodPassword;

/** Calls that fail the same way for everyone: path, body, code; in the order in which the faults are looked for. */
const refusals: [string, Record<string, unknown>, string][] = [
  ["signInWithPassword", {}, "MISSING_EMAIL"],
  ["signInWithPassword", { password }, "MISSING_EMAIL"],
  ["signInWithPassword", { email: "" }, "INVALID_EMAIL"],
  ["signInWithPassword", { email: "no address" }, "INVALID_EMAIL"],
  ["signInWithPassword", { email }, "MISSING_PASSWORD"],
  ["signInWithPassword", { email, password: "" }, "MISSING_PASSWORD"],
  ["signInWithPassword", { email, password }, "INVALID_LOGIN_CREDENTIALS"],
  ["signUp", { email }, "MISSING_PASSWORD"],
  ["signUp", { password }, "MISSING_EMAIL"],
  ["signUp", { email: "no address", password }, "INVALID_EMAIL"],
  ["signUp", { email, password: "abc" }, "WEAK_PASSWORD"],
  ["signUp", { email, password, localId: "chosen" }, "UNEXPECTED_PARAMETER"],
  ["signUp", { email, password, idToken: "nonsense" }, "INVALID_ID_TOKEN"],
  ["signInWithCustomToken", {}, "MISSING_CUSTOM_TOKEN"],
  ["signInWithCustomToken", { token: "nonsense" }, "INVALID_CUSTOM_TOKEN"],
  ["signInWithEmailLink", {}, "MISSING_EMAIL"],
  ["signInWithEmailLink", { email }, "MISSING_OOB_CODE"],
  ["signInWithEmailLink", { email, oobCode: "nonsense" }, "INVALID_OOB_CODE"],
  [
    "signInWithIdp",
    { requestUri: "http://localhost", postBody: "id_token=nonsense&providerId=google.com" },
    "INVALID_IDP_RESPONSE",
  ],
  ["signInWithIdp", { requestUri: "nowhere" }, "INVALID_REQUEST_URI"],
  ["createAuthUri", {}, "MISSING_IDENTIFIER"],
  ["createAuthUri", { identifier: email }, "MISSING_CONTINUE_URI"],
  ["createAuthUri", { identifier: "no address", continueUri: "http://localhost" }, "INVALID_IDENTIFIER"],
  ["createAuthUri", { identifier: email, continueUri: "nowhere" }, "INVALID_CONTINUE_URI"],
  ["sendOobCode", {}, "MISSING_REQ_TYPE"],
  ["sendOobCode", { requestType: "SOMETHING" }, "INVALID_REQ_TYPE"],
  ["sendOobCode", { requestType: "RECOVER_EMAIL", email }, "INVALID_REQ_TYPE"],
  ["sendOobCode", { requestType: "PASSWORD_RESET" }, "MISSING_EMAIL"],
  ["sendOobCode", { requestType: "PASSWORD_RESET", email: "no address" }, "INVALID_EMAIL"],
  ["sendOobCode", { requestType: "PASSWORD_RESET", email, returnOobLink: true }, "INSUFFICIENT_PERMISSION"],
  ["sendOobCode", { requestType: "PASSWORD_RESET", email, continueUrl: "relative" }, "INVALID_CONTINUE_URI"],
  ["sendOobCode", { requestType: "PASSWORD_RESET", email, continueUrl: "https://x.example/" }, "UNAUTHORIZED_DOMAIN"],
  ["sendOobCode", { requestType: "PASSWORD_RESET", email, linkDomain: "x.example" }, "INVALID_HOSTING_LINK_DOMAIN"],
  ["sendOobCode", { requestType: "EMAIL_SIGNIN" }, "MISSING_EMAIL"],
  ["sendOobCode", { requestType: "VERIFY_EMAIL" }, "MISSING_ID_TOKEN"],
  ["sendOobCode", { requestType: "VERIFY_EMAIL", idToken: "nonsense" }, "INVALID_ID_TOKEN"],
  ["resetPassword", {}, "MISSING_OOB_CODE"],
  ["resetPassword", { oobCode: "nonsense" }, "INVALID_OOB_CODE"],
  ["resetPassword", { oobCode: "nonsense", newPassword: password }, "INVALID_OOB_CODE"],
  ["update", {}, "INVALID_REQ_TYPE"],
  ["update", { idToken: "nonsense", displayName: "x" }, "INVALID_ID_TOKEN"],
  ["update", { oobCode: "nonsense" }, "INVALID_OOB_CODE"],
  ["lookup", {}, "MISSING_ID_TOKEN"],
  ["lookup", { idToken: "" }, "MISSING_ID_TOKEN"],
  ["lookup", { idToken: "nonsense" }, "INVALID_ID_TOKEN"],
  ["delete", { idToken: "nonsense" }, "INVALID_ID_TOKEN"],
];

/** The envelope, the codes and their order. */
export function checkWireErrors(identity: () => IdentityProduct): void {
  test("a refusal has the envelope of Google: 400, a message and one entry that repeats it", async () => {
    const { status, body } = await identity().call("/v1/accounts:signInWithPassword", { email, password });
    expect(status).toBe(400);
    const message = "INVALID_LOGIN_CREDENTIALS : Incorrect email or password.";
    expect(body.error).toMatchObject({
      code: 400,
      message,
      errors: [{ message, domain: "global", reason: "invalid" }],
    });
  });

  test.each(refusals)("%s with %j is refused with 400 %s", async (name, body, code) => {
    const answer = await identity().call(`/v1/accounts:${name}`, body);
    expect([answer.status, errorCode(answer)]).toEqual([400, code]);
  });

  test("details stand behind a colon with spaces around it, where the SDK looks for them", async () => {
    const told = async (name: string, body: object) =>
      (await identity().call(`/v1/accounts:${name}`, body)).body.error?.message;
    expect(await told("signUp", { email, password: "abc" })).toBe(
      "WEAK_PASSWORD : Password should be at least 6 characters",
    );
    expect(await told("update", {})).toBe("INVALID_REQ_TYPE : Unsupported request parameters.");
    expect(await told("signUp", { email, password, localId: "chosen" })).toBe("UNEXPECTED_PARAMETER : User ID");
    expect(await told("signInWithCustomToken", { token: "x" })).toMatch(/^INVALID_CUSTOM_TOKEN : \S/);
  });

  test("a refresh names what is missing or wrong, in its order", async () => {
    const token = async (fields: Record<string, string>) => {
      const answer = await identity().ask(`/v1/token?key=${identity().apiKey}`, {
        method: "POST",
        body: new URLSearchParams(fields),
      });
      return [answer.status, errorCode(answer)];
    };
    expect(await token({})).toEqual([400, "MISSING_GRANT_TYPE"]);
    expect(await token({ grant_type: "password" })).toEqual([400, "INVALID_GRANT_TYPE"]);
    expect(await token({ grant_type: "refresh_token" })).toEqual([400, "MISSING_REFRESH_TOKEN"]);
    expect(await token({ grant_type: "refresh_token", refresh_token: "x" })).toEqual([400, "INVALID_REFRESH_TOKEN"]);
  });

  test("what is an admin's alone is refused to everyone else", async () => {
    const { idToken, localId } = await identity().signUp();
    const other = await identity().signUp();
    const refused = async (name: string, body: object) => {
      const answer = await identity().call(`/v1/accounts:${name}`, body);
      expect([name, answer.status, answer.body.users]).toEqual([name, 400, undefined]);
      return errorCode(answer);
    };
    expect(await refused("update", { idToken, customAttributes: '{"role":"admin"}' })).toBe("INSUFFICIENT_PERMISSION");
    expect(await refused("update", { idToken, disableUser: true })).toBe("OPERATION_NOT_ALLOWED");
    await refused("update", { localId: other.localId, password });
    await refused("lookup", { localId: [localId] });
    await refused("lookup", { email: [other.email] });
    await refused("delete", { localId: other.localId });
    expect((await identity().signIn(other)).status).toBe(200);
  });

  test("a user's own ID token never reaches another account that is named beside it", async () => {
    const mine = await identity().signUp();
    const other = await identity().signUp();
    const { idToken } = mine;
    const looked = await identity().call("/v1/accounts:lookup", { idToken, localId: [other.localId] });
    expect(looked.body.users?.map((user) => user.localId) ?? []).not.toContain(other.localId);
    await identity().call("/v1/accounts:update", { idToken, localId: other.localId, displayName: "Taken" });
    await identity().call("/v1/accounts:delete", { idToken, localId: other.localId });
    const after = await identity().call("/v1/accounts:lookup", { idToken: other.idToken });
    expect(after.body.users?.[0]?.displayName ?? "").toBe("");
  });

  test("fields that are an admin's are not taken over from a user's own call", async () => {
    const { idToken } = await identity().signUp();
    const fields = { emailVerified: true, validSince: "1", phoneNumber: "+15555550100", createdAt: "1", localId: "x" };
    await identity().call("/v1/accounts:update", { idToken, displayName: "Noor", ...fields });
    const { body } = await identity().call("/v1/accounts:lookup", { idToken });
    expect(body.users?.[0]).toMatchObject({ emailVerified: false });
    expect(body.users?.[0]?.phoneNumber).toBeUndefined();
    expect(Number(body.users?.[0]?.createdAt)).toBeGreaterThan(1);
    expect(Number(body.users?.[0]?.validSince)).toBeGreaterThan(1);

    const sneaky = freshEmail();
    const signedUp = await identity().call("/v1/accounts:signUp", { email: sneaky, password, emailVerified: true });
    const looked = await identity().call("/v1/accounts:lookup", { idToken: signedUp.body.idToken });
    expect(looked.body.users?.[0]?.emailVerified ?? false).toBe(false);
  });

  test("a bearer that is no admin's is refused with 401", async () => {
    const { localId } = await identity().signUp();
    const answer = await identity().call(
      "/v1/accounts:lookup",
      { localId: [localId] },
      { authorization: "Bearer nonsense" },
    );
    expect([answer.status, answer.body.error?.status]).toEqual([401, "UNAUTHENTICATED"]);
  });
}
