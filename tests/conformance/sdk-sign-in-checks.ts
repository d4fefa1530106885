import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  getAdditionalUserInfo,
  getIdToken,
  getIdTokenResult,
  reauthenticateWithCredential,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
} from "firebase/auth";
import { expect, test } from "vitest";
import { freshEmail, goodPassword } from "./identity-product.ts";
import { authError, type SdkClient } from "./sdk-client.ts";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

/** A custom token as the admin libraries make them, but without a signature. */
function unsignedToken(claims: object): string {
  const iat = Math.floor(Date.now() / 1000);
  const issuer = "service@conformance.test";
  const payload = { iss: issuer, sub: issuer, aud: audience, iat, exp: iat + 3600, ...claims };
  return `${part({ alg: "none", typ: "JWT" })}.${part(payload)}.`;
}

/** Passwords, sign-up, visitors without an account, custom tokens and refreshes. */
export function checkSignIn(client: () => SdkClient): void {
  const protect = (isOn: boolean) =>
    client().identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: isOn } });

  test("creates an account, which is new, unverified and has a password", async () => {
    const email = freshEmail();
    const created = await createUserWithEmailAndPassword(client().newAuth(), email, goodPassword);
    expect(getAdditionalUserInfo(created)).toMatchObject({ isNewUser: true });
    expect(created.user).toMatchObject({ email, emailVerified: false, isAnonymous: false, displayName: null });
    expect(created.user.providerData).toMatchObject([{ providerId: "password", uid: email, email }]);
    expect(created.user.uid).toMatch(/^[A-Za-z0-9]{28}$/);
  });

  test("cannot create an account twice, with a broken address or with a weak password", async () => {
    const { email } = await client().newUser();
    const create = (address: string, password: string) =>
      createUserWithEmailAndPassword(client().newAuth(), address, password);
    await expect(create(email, goodPassword)).rejects.toMatchObject(authError("email-already-in-use"));
    await expect(create(email.toUpperCase(), goodPassword)).rejects.toMatchObject(authError("email-already-in-use"));
    await expect(create("no address", goodPassword)).rejects.toMatchObject(authError("invalid-email"));
    await expect(create(freshEmail(), "abc")).rejects.toMatchObject({
      ...authError("weak-password"),
      message: expect.stringMatching(/at least \d+ characters/),
    });
    await expect(create(freshEmail(), "")).rejects.toMatchObject(authError("missing-password"));
  });

  test("is told that self sign-up is switched off", async () => {
    await client().identity.configure({ selfSignUp: false, anonymous: false });
    const auth = client().newAuth();
    const refused = authError("admin-restricted-operation");
    await expect(createUserWithEmailAndPassword(auth, freshEmail(), goodPassword)).rejects.toMatchObject(refused);
    await expect(signInAnonymously(auth)).rejects.toMatchObject(refused);
    await client().identity.configure({ selfSignUp: true, anonymous: true });
  });

  test("signs in with the password, whatever the case of the address, and notes when", async () => {
    const { email, password, user: before } = await client().newUser();
    const auth = client().newAuth();
    const signedIn = await signInWithEmailAndPassword(auth, email.toUpperCase(), password);
    expect(getAdditionalUserInfo(signedIn)).toMatchObject({ isNewUser: false, providerId: "password" });
    expect(signedIn.user).toMatchObject({ uid: before.uid, email });
    const { creationTime, lastSignInTime } = signedIn.user.metadata;
    expect(Date.parse(String(lastSignInTime))).toBeGreaterThanOrEqual(Date.parse(String(creationTime)));
    await signOut(auth);
    expect(auth.currentUser).toBeNull();
  });

  test("cannot tell a wrong password from an unknown address while addresses are protected", async () => {
    const { email, password } = await client().newUser();
    const signIn = (address: string, given: string) => signInWithEmailAndPassword(client().newAuth(), address, given);
    await expect(signIn(email, `${password}x`)).rejects.toMatchObject(authError("invalid-credential"));
    await expect(signIn(email, password.toLowerCase())).rejects.toMatchObject(authError("invalid-credential"));
    await expect(signIn(freshEmail(), password)).rejects.toMatchObject(authError("invalid-credential"));
    await expect(signIn("no address", password)).rejects.toMatchObject(authError("invalid-email"));
    await expect(signIn(email, "")).rejects.toMatchObject(authError("missing-password"));
  });

  test("is told which of both is wrong once the protection is off", async () => {
    const { email, password } = await client().newUser();
    await protect(false);
    const auth = client().newAuth();
    const wrong = signInWithEmailAndPassword(auth, email, `${password}x`);
    await expect(wrong).rejects.toMatchObject(authError("wrong-password"));
    const unknown = signInWithEmailAndPassword(auth, freshEmail(), password);
    await expect(unknown).rejects.toMatchObject(authError("user-not-found"));
    await protect(true);
  });

  test("learns the sign-in methods of an address only while the protection is off", async () => {
    const { auth, email } = await client().newUser();
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([]);
    expect(await fetchSignInMethodsForEmail(auth, freshEmail())).toEqual([]);
    await protect(false);
    expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(["password"]);
    expect(await fetchSignInMethodsForEmail(auth, freshEmail())).toEqual([]);
    await protect(true);
  });

  test("signs in a person without a name", async () => {
    const signedIn = await signInAnonymously(client().newAuth());
    expect(signedIn.user).toMatchObject({ isAnonymous: true, email: null, providerData: [] });
    expect(getAdditionalUserInfo(signedIn)).toMatchObject({ isNewUser: true });
    const { claims, signInProvider } = await getIdTokenResult(signedIn.user);
    expect([signInProvider, claims.provider_id]).toEqual(["anonymous", "anonymous"]);
  });

  test("signs in with a custom token, whose claims stay through refreshes", async () => {
    const uid = `custom${Date.now()}`;
    const first = await signInWithCustomToken(client().newAuth(), JSON.stringify({ uid, claims: { plan: "gold" } }));
    expect(first.user).toMatchObject({ uid, email: null });
    expect(getAdditionalUserInfo(first)).toMatchObject({ isNewUser: true });
    const { claims, signInProvider } = await getIdTokenResult(first.user, true);
    expect([signInProvider, claims.plan]).toEqual(["custom", "gold"]);

    const again = await signInWithCustomToken(client().newAuth(), unsignedToken({ uid }));
    expect(getAdditionalUserInfo(again)).toMatchObject({ isNewUser: false });
    expect((await getIdTokenResult(again.user)).claims.plan).toBeUndefined();
  });

  test("is told what is wrong with a custom token", async () => {
    const signIn = (token: string) => signInWithCustomToken(client().newAuth(), token);
    await expect(signIn("nonsense")).rejects.toMatchObject(authError("invalid-custom-token"));
    await expect(signIn(JSON.stringify({ claims: {} }))).rejects.toMatchObject(authError("missing-identifier"));
    const foreign = signIn(unsignedToken({ uid: "someone", aud: "someone-else" }));
    await expect(foreign).rejects.toMatchObject(authError("invalid-custom-token"));
    const forbidden = signIn(JSON.stringify({ uid: "someone", claims: { sub: "x" } }));
    await expect(forbidden).rejects.toMatchObject(authError("forbidden-claim"));
  });

  test("reads the claims of its ID token", async () => {
    const { user, email } = await client().newUser();
    const result = await getIdTokenResult(user);
    expect(result).toMatchObject({ signInProvider: "password", signInSecondFactor: null });
    expect(Date.parse(result.expirationTime) - Date.parse(result.issuedAtTime)).toBe(3_600_000);
    expect(result.claims).toMatchObject({ sub: user.uid, user_id: user.uid, email, email_verified: false });
    expect(result.claims.firebase).toMatchObject({ identities: { email: [email] }, sign_in_provider: "password" });
  });

  test("gets a new ID token on demand, with the time of sign-in unchanged", async () => {
    const { user } = await client().newUser();
    const before = await getIdTokenResult(user);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const after = await getIdTokenResult(user, true);
    expect(after.token).not.toBe(before.token);
    expect(after.authTime).toBe(before.authTime);
    expect(Date.parse(after.issuedAtTime)).toBeGreaterThan(Date.parse(before.issuedAtTime));
    expect(await getIdToken(user)).toBe(after.token);
    expect(await getIdToken(user, true)).toEqual(expect.any(String));
  });

  test("proves once more who is there, and notices someone else's credentials", async () => {
    const { user, email, password } = await client().newUser();
    const other = await client().newUser();
    const prove = (address: string, given: string) =>
      reauthenticateWithCredential(user, EmailAuthProvider.credential(address, given));
    expect((await prove(email, password)).user.uid).toBe(user.uid);
    await expect(prove(email, `${password}x`)).rejects.toMatchObject(authError("invalid-credential"));
    await expect(prove(other.email, other.password)).rejects.toMatchObject(authError("user-mismatch"));
  });

  test("stays signed in where the password was changed and is signed out everywhere else", async () => {
    const { auth, user, email, password } = await client().newUser();
    const elsewhere = client().newAuth();
    const there = await signInWithEmailAndPassword(elsewhere, email, password);
    await updatePassword(user, "Another-Harbour-42");
    expect(await getIdToken(user, true)).toEqual(expect.any(String));
    expect(auth.currentUser?.uid).toBe(user.uid);
    await expect(getIdToken(there.user, true)).rejects.toMatchObject(authError("user-token-expired"));
    expect(elsewhere.currentUser).toBeNull();
    const old = signInWithEmailAndPassword(elsewhere, email, password);
    await expect(old).rejects.toMatchObject(authError("invalid-credential"));
    expect((await signInWithEmailAndPassword(elsewhere, email, "Another-Harbour-42")).user.uid).toBe(user.uid);
  });
}
