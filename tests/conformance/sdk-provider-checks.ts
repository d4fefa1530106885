import {
  applyActionCode,
  EmailAuthProvider,
  GoogleAuthProvider,
  getAdditionalUserInfo,
  getIdTokenResult,
  isSignInWithEmailLink,
  linkWithCredential,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCredential,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  unlink,
  updateEmail,
  updatePassword,
} from "firebase/auth";
import { expect, test } from "vitest";
import { freshEmail, goodPassword } from "./identity-product.ts";
import { authError, type SdkClient } from "./sdk-client.ts";

let lastSubject = 0;
function google(email: string, isVerified = true, sub = `google-${++lastSubject}`) {
  return GoogleAuthProvider.credential(JSON.stringify({ sub, email, email_verified: isVerified, name: "Noor Haddad" }));
}

/** Links by mail, and accounts of other providers: signing in, linking and unlinking. */
export function checkProviders(client: () => SdkClient): void {
  const sendLink = async (email: string) => {
    const { identity, newAuth } = client();
    await sendSignInLinkToEmail(newAuth(), email, { url: `${identity.url}/login`, handleCodeInApp: true });
    return (await identity.codeFor(email, "EMAIL_SIGNIN")).oobLink;
  };

  test("signs in with a link from a mail, once, and the address counts as verified", async () => {
    const email = freshEmail();
    const link = await sendLink(email);
    const auth = client().newAuth();
    expect(isSignInWithEmailLink(auth, link)).toBe(true);
    const foreign = signInWithEmailLink(auth, freshEmail(), link);
    await expect(foreign).rejects.toMatchObject(authError("invalid-email"));
    const signedIn = await signInWithEmailLink(auth, email, link);
    expect(signedIn.user).toMatchObject({ email, emailVerified: true });
    expect(getAdditionalUserInfo(signedIn)).toMatchObject({ isNewUser: true });
    expect((await getIdTokenResult(signedIn.user)).signInProvider).toBe("password");
    await expect(signInWithEmailLink(auth, email, link)).rejects.toMatchObject(authError("invalid-action-code"));
  });

  test("signs in to an account that exists already by a link from a mail", async () => {
    const { user, email } = await client().newUser();
    const signedIn = await signInWithEmailLink(client().newAuth(), email, await sendLink(email));
    expect(signedIn.user.uid).toBe(user.uid);
    expect(getAdditionalUserInfo(signedIn)).toMatchObject({ isNewUser: false });
  });

  test("passes on what Google says of someone, under the names that clients look for", async () => {
    const email = freshEmail();
    const credential = GoogleAuthProvider.credential(
      JSON.stringify({
        sub: `google-${++lastSubject}`,
        email,
        name: "Noor Haddad",
        given_name: "Noor",
        family_name: "Haddad",
      }),
    );
    const signedIn = await signInWithCredential(client().newAuth(), credential);
    expect(getAdditionalUserInfo(signedIn)?.profile).toMatchObject({
      id: `google-${lastSubject}`,
      verified_email: true,
      granted_scopes: expect.stringContaining("userinfo.email"),
      name: "Noor Haddad",
      given_name: "Noor",
      family_name: "Haddad",
    });
  });

  test("an account without a name that gets an address and a password signs in with them from then on", async () => {
    const auth = client().newAuth();
    const { user } = await signInAnonymously(auth);
    const email = freshEmail();
    await updateEmail(user, email);
    await updatePassword(user, goodPassword);
    expect((await getIdTokenResult(user, true)).signInProvider).toBe("password");
    const again = await signInWithEmailAndPassword(client().newAuth(), email, goodPassword);
    expect(again.user.uid).toBe(user.uid);
  });

  test("shows people the service's own words", async () => {
    const { email } = await client().newUser();
    const attempt = signInWithEmailAndPassword(client().newAuth(), email, `${goodPassword}x`);
    await expect(attempt).rejects.toThrow("Incorrect email or password.");
  });

  test("gives an account without a name its address by a link from a mail", async () => {
    const { user } = await signInAnonymously(client().newAuth());
    const email = freshEmail();
    const linked = await linkWithCredential(user, EmailAuthProvider.credentialWithLink(email, await sendLink(email)));
    expect(linked.user).toMatchObject({ uid: user.uid, email, emailVerified: true, isAnonymous: false });

    const other = await signInAnonymously(client().newAuth());
    const taken = linkWithCredential(other.user, EmailAuthProvider.credentialWithLink(email, await sendLink(email)));
    await expect(taken).rejects.toMatchObject(authError("email-already-in-use"));
  });

  test("is told that links by mail are switched off", async () => {
    const email = freshEmail();
    await client().identity.configure({ emailLink: false });
    await expect(sendLink(email)).rejects.toMatchObject(authError("operation-not-allowed"));
    await client().identity.configure({ emailLink: true });
    expect(await sendLink(email)).toEqual(expect.any(String));
  });

  test("signs in with a Google account and shows its profile", async () => {
    const email = freshEmail();
    const credential = google(email);
    const first = await signInWithCredential(client().newAuth(), credential);
    expect(first.user).toMatchObject({ email, emailVerified: true, displayName: "Noor Haddad" });
    expect(first.user.providerData).toMatchObject([{ providerId: "google.com", email, displayName: "Noor Haddad" }]);
    const told = getAdditionalUserInfo(first);
    expect(told).toMatchObject({ isNewUser: true, providerId: "google.com" });
    expect(told?.profile).toMatchObject({ email });
    const { claims, signInProvider } = await getIdTokenResult(first.user);
    expect(signInProvider).toBe("google.com");
    const sub = first.user.providerData[0]?.uid;
    expect(claims.firebase).toMatchObject({ identities: { "google.com": [sub], email: [email] } });

    const second = await signInWithCredential(client().newAuth(), credential);
    expect(second.user.uid).toBe(first.user.uid);
    expect(getAdditionalUserInfo(second)).toMatchObject({ isNewUser: false });
  });

  test("cannot sign in with something that is no token of Google", async () => {
    const auth = client().newAuth();
    const refused = signInWithCredential(auth, GoogleAuthProvider.credential("nonsense"));
    await expect(refused).rejects.toMatchObject(authError("invalid-credential"));
  });

  test("is asked for the existing credential when Google has not verified the same address", async () => {
    const { email } = await client().newUser();
    const refused = signInWithCredential(client().newAuth(), google(email, false));
    await expect(refused).rejects.toMatchObject(authError("account-exists-with-different-credential"));
  });

  test("takes over an account with an unverified address, whose password is dropped", async () => {
    const { user, email, password } = await client().newUser();
    const owner = await signInWithCredential(client().newAuth(), google(email));
    expect(owner.user).toMatchObject({ uid: user.uid, emailVerified: true });
    expect(owner.user.providerData.map(({ providerId }) => providerId)).toEqual(["google.com"]);
    const squatter = signInWithEmailAndPassword(client().newAuth(), email, password);
    await expect(squatter).rejects.toMatchObject(authError("invalid-credential"));
    await expect(user.getIdToken(true)).rejects.toMatchObject(authError("user-token-expired"));
  });

  test("joins a verified account of the same address and keeps its password", async () => {
    const { auth, user, email, password } = await client().newUser();
    await sendEmailVerification(user);
    await applyActionCode(auth, (await client().identity.codeFor(email, "VERIFY_EMAIL")).oobCode);
    const joined = await signInWithCredential(client().newAuth(), google(email));
    expect(joined.user.uid).toBe(user.uid);
    expect(joined.user.providerData.map(({ providerId }) => providerId).sort()).toEqual(["google.com", "password"]);
    expect((await signInWithEmailAndPassword(client().newAuth(), email, password)).user.uid).toBe(user.uid);
  });

  test("links and unlinks a Google account, which only one account can have", async () => {
    const { user } = await client().newUser();
    const credential = google(freshEmail());
    const linked = await linkWithCredential(user, credential);
    expect(linked.operationType).toBe("link");
    expect(user.providerData.map(({ providerId }) => providerId).sort()).toEqual(["google.com", "password"]);
    await expect(linkWithCredential(user, credential)).rejects.toMatchObject(authError("provider-already-linked"));

    const other = await client().newUser();
    const taken = linkWithCredential(other.user, credential);
    await expect(taken).rejects.toMatchObject(authError("credential-already-in-use"));

    const back = await reauthenticateWithCredential(user, credential);
    expect(back.user.uid).toBe(user.uid);
    await unlink(user, "google.com");
    await reload(user);
    expect(user.providerData.map(({ providerId }) => providerId)).toEqual(["password"]);
    await expect(unlink(user, "google.com")).rejects.toMatchObject(authError("no-such-provider"));
  });

  test("does not make an account when someone proves who is there with an unknown Google account", async () => {
    const { user } = await client().newUser();
    const email = freshEmail();
    const unknown = reauthenticateWithCredential(user, google(email));
    await expect(unknown).rejects.toMatchObject(authError("user-token-expired"));
    await client().identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } });
    const signIn = signInWithEmailAndPassword(client().newAuth(), email, goodPassword);
    await expect(signIn).rejects.toMatchObject(authError("user-not-found"));
    await client().identity.configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } });
  });

  test("gives an account without a name an address and a password, unless they are taken", async () => {
    const { user } = await signInAnonymously(client().newAuth());
    const taken = (await client().newUser()).email;
    const link = (email: string, password: string) =>
      linkWithCredential(user, EmailAuthProvider.credential(email, password));
    await expect(link(taken, goodPassword)).rejects.toMatchObject(authError("email-already-in-use"));
    await expect(link(freshEmail(), "abc")).rejects.toMatchObject(authError("weak-password"));
    const email = freshEmail();
    const linked = await link(email, goodPassword);
    expect(linked.user).toMatchObject({ uid: user.uid, email, isAnonymous: false });
    const signedIn = await signInWithEmailAndPassword(client().newAuth(), email, goodPassword);
    expect(signedIn.user.uid).toBe(user.uid);
    expect(await user.getIdToken(true)).toEqual(expect.any(String));
  });
}
