import {
  deleteUser,
  getIdToken,
  getIdTokenResult,
  initializeRecaptchaConfig,
  reload,
  revokeAccessToken,
  signInWithEmailAndPassword,
  updatePassword,
  updateProfile,
  validatePassword,
} from "firebase/auth";
import { expect, test } from "vitest";
import { goodPassword } from "./identity-product.ts";
import { authError, type SdkClient } from "./sdk-client.ts";

/** What people do with their own account, and what the SDK asks about the project. */
export function checkAccounts(client: () => SdkClient): void {
  test("changes the profile: null leaves a field as it is, an empty text clears it", async () => {
    const { user } = await client().newUser();
    await updateProfile(user, { displayName: "Noor Haddad", photoURL: "https://photos.example/noor.png" });
    await reload(user);
    expect(user).toMatchObject({ displayName: "Noor Haddad", photoURL: "https://photos.example/noor.png" });
    expect((await getIdTokenResult(user, true)).claims).toMatchObject({
      name: "Noor Haddad",
      picture: "https://photos.example/noor.png",
    });

    await updateProfile(user, { displayName: null });
    await reload(user);
    expect(user.displayName).toBe("Noor Haddad");

    await updateProfile(user, { displayName: "" });
    await reload(user);
    expect(user).toMatchObject({ displayName: null, photoURL: "https://photos.example/noor.png" });
    await updateProfile(user, { photoURL: "" });
    await reload(user);
    expect(user.photoURL).toBeNull();
  });

  test("cannot set a weak password, and the session goes on", async () => {
    const { auth, user, email, password } = await client().newUser();
    await expect(updatePassword(user, "abc")).rejects.toMatchObject(authError("weak-password"));
    expect(auth.currentUser?.uid).toBe(user.uid);
    expect(await getIdToken(user, true)).toEqual(expect.any(String));
    expect((await signInWithEmailAndPassword(client().newAuth(), email, password)).user.uid).toBe(user.uid);
  });

  test("sees in another browser what was changed here", async () => {
    const { user, email, password } = await client().newUser();
    const there = await signInWithEmailAndPassword(client().newAuth(), email, password);
    await updateProfile(user, { displayName: "Noor Haddad" });
    await reload(there.user);
    expect(there.user.displayName).toBe("Noor Haddad");
    expect((await getIdTokenResult(there.user, true)).claims.name).toBe("Noor Haddad");
  });

  test("deletes the account, which then is gone everywhere", async () => {
    const { auth, user, email, password } = await client().newUser();
    const elsewhere = client().newAuth();
    const there = await signInWithEmailAndPassword(elsewhere, email, password);
    await deleteUser(user);
    expect(auth.currentUser).toBeNull();
    await expect(reload(there.user)).rejects.toMatchObject(authError("user-token-expired"));
    expect(elsewhere.currentUser).toBeNull();
    const signIn = signInWithEmailAndPassword(elsewhere, email, password);
    await expect(signIn).rejects.toMatchObject(authError("invalid-credential"));
  });

  test("checks a password against the policy of the project", async () => {
    const auth = client().newAuth();
    const good = await validatePassword(auth, goodPassword);
    expect(good.isValid).toBe(true);
    const { minPasswordLength = 6, maxPasswordLength } = good.passwordPolicy.customStrengthOptions;
    const tooShort = await validatePassword(auth, goodPassword.slice(0, minPasswordLength - 1));
    expect(tooShort).toMatchObject({ isValid: false, meetsMinPasswordLength: false });
    expect(maxPasswordLength === undefined || maxPasswordLength >= 64).toBe(true);
  });

  test("refuses what the policy of the project refuses, and takes what it takes", async () => {
    const { auth, user } = await client().newUser();
    const { passwordPolicy } = await validatePassword(auth, goodPassword);
    const { minPasswordLength = 6 } = passwordPolicy.customStrengthOptions;
    const shortest = "Vq7-mXk2-Zp9w-Lt4".slice(0, minPasswordLength);
    await expect(updatePassword(user, shortest.slice(0, -1))).rejects.toMatchObject({
      code: expect.stringMatching(/^auth\/(weak-password|password-does-not-meet-requirements)$/),
      message: expect.stringContaining(`at least ${minPasswordLength} characters`),
    });
    expect(await validatePassword(auth, shortest)).toMatchObject({ isValid: true });
    await updatePassword(user, shortest);
  });

  test("loads the settings for challenges without loading anything from elsewhere", async () => {
    const { asked, identity, newAuth } = client();
    const before = asked().length;
    await initializeRecaptchaConfig(newAuth());
    const since = asked().slice(before);
    expect(since.map((url) => url.replace(/^.*\/v2\//, "/v2/"))).toEqual(["/v2/recaptchaConfig"]);
    expect(since.filter((url) => !url.startsWith(`${identity.url}/`))).toEqual([]);
  });

  test("hands in a token of another provider, which does not end the session", async () => {
    const { auth, user } = await client().newUser();
    await revokeAccessToken(auth, "a token of another provider");
    expect(await getIdToken(user, true)).toEqual(expect.any(String));
    await reload(user);
  });
}
