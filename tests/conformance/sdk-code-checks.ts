import {
  ActionCodeOperation,
  ActionCodeURL,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  updateEmail,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from "firebase/auth";
import { expect, test } from "vitest";
import { freshEmail } from "./identity-product.ts";
import { authError, type SdkClient } from "./sdk-client.ts";

/** One-time codes by mail: new passwords, verified addresses, changed addresses and the way back. */
export function checkCodes(client: () => SdkClient): void {
  const sent = async (email: string, requestType: string) =>
    (await client().identity.codeFor(email, requestType)).oobCode;

  test("resets a password by a code that is good once and that inspection does not use up", async () => {
    const { user, email, password } = await client().newUser();
    const auth = client().newAuth();
    await sendPasswordResetEmail(auth, email);
    const code = await sent(email, "PASSWORD_RESET");
    expect(await verifyPasswordResetCode(auth, code)).toBe(email);
    expect(await checkActionCode(auth, code)).toMatchObject({
      operation: ActionCodeOperation.PASSWORD_RESET,
      data: { email },
    });
    await expect(confirmPasswordReset(auth, code, "abc")).rejects.toMatchObject(authError("weak-password"));
    await confirmPasswordReset(auth, code, "Another-Harbour-42");
    const again = confirmPasswordReset(auth, code, "Third-Harbour-43");
    await expect(again).rejects.toMatchObject(authError("invalid-action-code"));
    await expect(verifyPasswordResetCode(auth, code)).rejects.toMatchObject(authError("invalid-action-code"));

    await expect(user.getIdToken(true)).rejects.toMatchObject(authError("user-token-expired"));
    const old = signInWithEmailAndPassword(auth, email, password);
    await expect(old).rejects.toMatchObject(authError("invalid-credential"));
    const signedIn = await signInWithEmailAndPassword(auth, email, "Another-Harbour-42");
    expect(signedIn.user).toMatchObject({ uid: user.uid, emailVerified: true });
  });

  test("asks for a reset of an unknown address in vain, and does not learn so while addresses are protected", async () => {
    const auth = client().newAuth();
    const email = freshEmail();
    await sendPasswordResetEmail(auth, email);
    expect(await client().identity.codesFor(email, "PASSWORD_RESET")).toEqual([]);
    await expect(sendPasswordResetEmail(auth, "no address")).rejects.toMatchObject(authError("invalid-email"));
    await client().identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } });
    await expect(sendPasswordResetEmail(auth, email)).rejects.toMatchObject(authError("user-not-found"));
    await client().identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } });
  });

  test("sends links that the SDK can read, with the way back that was asked for", async () => {
    const { auth, email } = await client().newUser();
    const { identity } = client();
    auth.languageCode = "en";
    await sendPasswordResetEmail(auth, email, { url: `${identity.url}/login?from=mail` });
    const { oobCode, oobLink } = await identity.codeFor(email, "PASSWORD_RESET");
    expect(oobLink.startsWith(`${identity.url}/`)).toBe(true);
    expect(ActionCodeURL.parseLink(oobLink)).toMatchObject({
      operation: ActionCodeOperation.PASSWORD_RESET,
      code: oobCode,
      apiKey: identity.apiKey,
      continueUrl: `${identity.url}/login?from=mail`,
      languageCode: "en",
      tenantId: null,
    });
    const foreign = sendPasswordResetEmail(auth, email, { url: "https://foreign.example/" });
    await expect(foreign).rejects.toMatchObject(authError("unauthorized-continue-uri"));
    const relative = sendPasswordResetEmail(auth, email, { url: "login" });
    await expect(relative).rejects.toMatchObject(authError("invalid-continue-uri"));
  });

  test("is told that a code is unknown, whatever it was meant for", async () => {
    const auth = client().newAuth();
    const unknown = authError("invalid-action-code");
    await expect(checkActionCode(auth, "nonsense")).rejects.toMatchObject(unknown);
    await expect(applyActionCode(auth, "nonsense")).rejects.toMatchObject(unknown);
    await expect(confirmPasswordReset(auth, "nonsense", "Another-Harbour-42")).rejects.toMatchObject(unknown);
  });

  test("verifies an address, and a code is only good for what it was sent for", async () => {
    const { auth, user, email } = await client().newUser();
    await sendEmailVerification(user);
    const code = await sent(email, "VERIFY_EMAIL");
    expect(await checkActionCode(auth, code)).toMatchObject({
      operation: ActionCodeOperation.VERIFY_EMAIL,
      data: { email },
    });
    const misused = confirmPasswordReset(auth, code, "Another-Harbour-42");
    await expect(misused).rejects.toMatchObject(authError("invalid-action-code"));
    await applyActionCode(auth, code);
    await reload(user);
    expect(user.emailVerified).toBe(true);
    await expect(applyActionCode(auth, code)).rejects.toMatchObject(authError("invalid-action-code"));

    await sendPasswordResetEmail(auth, email);
    const reset = applyActionCode(auth, await sent(email, "PASSWORD_RESET"));
    await expect(reset).rejects.toMatchObject(authError("invalid-action-code"));
  });

  test("changes an address after the new one is verified, and the old one can take it back", async () => {
    const { auth, user, email, password } = await client().newUser();
    const next = freshEmail();
    await verifyBeforeUpdateEmail(user, next.toUpperCase());
    await reload(user);
    expect(user.email).toBe(email);

    const { identity } = client();
    const candidates = [email, next].map((address) => identity.codesFor(address, "VERIFY_AND_CHANGE_EMAIL"));
    const change = (await Promise.all(candidates)).flat().at(-1)?.oobCode ?? "";
    expect(await checkActionCode(auth, change)).toMatchObject({
      operation: ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL,
      data: { email: next, previousEmail: email },
    });
    await applyActionCode(auth, change);
    await expect(user.getIdToken(true)).rejects.toMatchObject(authError("user-token-expired"));
    const there = await signInWithEmailAndPassword(client().newAuth(), next, password);
    expect(there.user).toMatchObject({ uid: user.uid, email: next, emailVerified: true });
    const old = signInWithEmailAndPassword(auth, email, password);
    await expect(old).rejects.toMatchObject(authError("invalid-credential"));

    const recover = await sent(email, "RECOVER_EMAIL");
    expect(await checkActionCode(auth, recover)).toMatchObject({
      operation: ActionCodeOperation.RECOVER_EMAIL,
      data: { email },
    });
    await applyActionCode(auth, recover);
    await expect(there.user.getIdToken(true)).rejects.toMatchObject(authError("user-token-expired"));
    expect((await signInWithEmailAndPassword(auth, email, password)).user).toMatchObject({ uid: user.uid, email });
    await expect(applyActionCode(auth, recover)).rejects.toMatchObject(authError("invalid-action-code"));
  });

  test("does not learn that a new address is taken, and nothing is sent there", async () => {
    const { user } = await client().newUser();
    const { email: taken } = await client().newUser();
    const { identity } = client();
    await verifyBeforeUpdateEmail(user, taken);
    for (const address of [taken, user.email ?? ""]) {
      expect(await identity.codesFor(address, "VERIFY_AND_CHANGE_EMAIL")).toEqual([]);
    }
    await expect(verifyBeforeUpdateEmail(user, "no address")).rejects.toMatchObject(authError("invalid-email"));
    await identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } });
    await expect(verifyBeforeUpdateEmail(user, taken)).rejects.toMatchObject(authError("email-already-in-use"));
    await identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } });
  });

  test("cannot change an address without verification while addresses are protected", async () => {
    const { user, email, password } = await client().newUser();
    const { email: taken } = await client().newUser();
    const { identity } = client();
    const next = freshEmail();
    await expect(updateEmail(user, next)).rejects.toMatchObject(authError("operation-not-allowed"));
    await expect(updateEmail(user, taken)).rejects.toMatchObject(authError("operation-not-allowed"));

    await identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } });
    await expect(updateEmail(user, taken)).rejects.toMatchObject(authError("email-already-in-use"));
    await expect(updateEmail(user, "no address")).rejects.toMatchObject(authError("invalid-email"));
    await updateEmail(user, next);
    await identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } });
    expect(user).toMatchObject({ email: next, emailVerified: false });
    expect(await user.getIdToken(true)).toEqual(expect.any(String));
    expect((await signInWithEmailAndPassword(client().newAuth(), next, password)).user.uid).toBe(user.uid);
    expect(await identity.codesFor(email, "RECOVER_EMAIL")).toHaveLength(1);
  });
}
