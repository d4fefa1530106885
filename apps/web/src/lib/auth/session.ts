import type { ProfileFields } from "@console/contracts";
import { ApiError, callApi, provideTokens } from "../api.ts";
import { AuthError } from "./auth-error.ts";
import { authState, changeAuth, clearAuth, forgetStored, keepAgain, keepNothing, storedAuth } from "./auth-state.ts";
import { callIdentity } from "./call-identity.ts";
import { decodeToken } from "./decode-token.ts";
import { followOtherTabs } from "./follow-other-tabs.ts";
import { loadAccount } from "./load-account.ts";
import { isFramedPage } from "./navigation.ts";
import { activeViewing, leaveViewing, stopViewing, takeUpViewing, type Viewing } from "./viewing.ts";

const refreshMarginSeconds = 60;

type CodeAnswer = { requestType: string; email?: string; newEmail?: string };

let renewing: Promise<string> | null = null;
let renewElsewhere: ((refused: string) => Promise<string>) | null = null;

/** Finds out who is signed in; on a framed page, and in a browser where nobody signed in, nothing is asked. */
export async function initAuth(): Promise<void> {
  provideTokens({ current: apiToken, renew: renewToken, suspended: leaveSuspended });
  if (!isFramedPage(location.pathname)) return restoreSession();
  keepNothing();
  changeAuth({ isInitialized: true });
}

async function restoreSession(): Promise<void> {
  const viewing = takeUpViewing();
  if (viewing) return initViewing(viewing);
  followOtherTabs();
  const stored = storedAuth();
  const comesFromProvider = takeProviderMark();
  if (!stored && !comesFromProvider) return changeAuth({ isInitialized: true });
  changeAuth({ ...stored, isLoading: true });
  try {
    const uid = decodeToken(await renewSession()).uid;
    changeAuth({ ...(await loadAccount(uid, stored?.user?.tenantId)), isAuthenticated: true });
  } catch (error) {
    if (isPassing(error)) changeAuth({ error: error.message });
    else await startOver(findReason(error, comesFromProvider));
  }
  changeAuth({ isLoading: false, isInitialized: true });
}

/** Loads whose account is looked at; what is the reader's own stays where it is, and comes back afterwards. */
async function initViewing({ idToken: token }: Viewing): Promise<void> {
  keepNothing();
  try {
    changeAuth({ ...(await loadAccount(takeToken(token))), isAuthenticated: true, isInitialized: true });
  } catch (error) {
    if (!isPassing(error)) return leaveViewing();
    changeAuth({ error: error.message, isInitialized: true });
  }
}

/** Whether another provider has just opened a session; the mark of it is taken out of the address. */
function takeProviderMark(): boolean {
  const address = new URL(location.href);
  if (address.searchParams.get("session") !== "new") return false;
  address.searchParams.delete("session");
  history.replaceState(history.state, "", address);
  return true;
}

/** Why a session is not gone on with, where its owner must be told. */
function findReason(error: unknown, comesFromProvider: boolean): string | null {
  if (error instanceof ApiError && error.kind === "suspended") return "suspended";
  return comesFromProvider ? "unknown-user" : null;
}

/** Forgets the session; who must know why is told at the sign-in. */
async function startOver(reason: string | null): Promise<void> {
  const forgetting = resetSession();
  if (reason === null) return;
  await forgetting;
  history.replaceState(history.state, "", `/login?error=${reason}`);
}

/** Whoever belongs to an organisation that is not served any more is told so at the sign-in. */
function leaveSuspended(): void {
  if (!authState().isInitialized || !authState().isAuthenticated) return;
  void resetSession();
  if (!activeViewing()) location.assign("/login?error=suspended");
}

/** Signs in and loads who that is; the state changes once, when everything is known. */
export async function signIn(email: string, password: string): Promise<void> {
  changeAuth({ isLoading: true, error: null });
  let isSignedIn = false;
  try {
    const uid = takeToken(await passwordToken(email, password));
    isSignedIn = true;
    const account = await loadAccount(uid);
    changeAuth({ ...account, isAuthenticated: true, isLoading: false });
  } catch (error) {
    if (isSignedIn) await resetSession();
    changeAuth({ isLoading: false, error: toMessage(error) });
    throw error;
  }
}

/** Ends the session here, on the server and in the other tabs, and starts anew at the first page. */
export async function signOut(): Promise<void> {
  if (activeViewing()) return stopViewing();
  // At once, also without a connection: the next person at this browser finds nothing of this one.
  forgetStored();
  await callApi("endSession", {}).catch(() => null);
  clearAuth({ error: null });
  location.assign("/");
}

/** The token that says who calls, refreshed when it ends within a minute. */
export async function idToken(): Promise<string> {
  const viewing = activeViewing();
  if (viewing) return viewing.idToken;
  const { tenant, laiqkanToken, idToken: token, idTokenExpiry, isAuthenticated } = authState();
  if (tenant?.source === "laiqkan" && laiqkanToken) return laiqkanToken;
  if (!token && !isAuthenticated) throw new AuthError("USER_NOT_AUTHENTICATED");
  const isFresh = idTokenExpiry !== null && idTokenExpiry - Date.now() / 1000 > refreshMarginSeconds;
  return token && isFresh ? token : renewSession();
}

/** Sets a new password after the current one was proven; all other sessions end. */
export async function changePassword(current: string, next: string): Promise<void> {
  const token = await reauthenticate(current);
  const { idToken: newToken } = await callIdentity<{ idToken?: string }>("/v1/accounts:update", {
    idToken: token,
    password: next,
    returnSecureToken: true,
  });
  if (newToken) takeToken(newToken);
}

/** Changes profile fields of the person who is signed in. */
export async function updateProfile(fields: ProfileFields): Promise<void> {
  const { user } = authState();
  if (!user) throw new AuthError("NO_USER_LOADED");
  changeAuth({ user: await callApi("updateUser", { ...fields, uid: user.uid }) });
}

/** Sends a mail to the new address, which takes the place of the old one when its link is opened. */
export async function requestEmailChange(newEmail: string, currentPassword: string): Promise<void> {
  const token = await reauthenticate(currentPassword);
  await callIdentity("/v1/accounts:sendOobCode", {
    requestType: "VERIFY_AND_CHANGE_EMAIL",
    idToken: token,
    newEmail: newEmail.trim(),
  });
}

/** Sends a link for a new password; whether there is such an account is not told. */
export async function sendPasswordReset(email: string): Promise<void> {
  await callIdentity("/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: email.trim() });
}

/** Asks what the code of a mailed link is for, which does not use it up. */
export async function verifyCode(
  oobCode: string,
): Promise<{ requestType: string; email: string | null; newEmail: string | null }> {
  const {
    requestType,
    email = null,
    newEmail = null,
  } = await callIdentity<CodeAnswer>("/v1/accounts:resetPassword", {
    oobCode,
  });
  return { requestType, email, newEmail };
}

/** Sets a new password with the code of a mailed link; nobody is signed in by it. */
export async function confirmPasswordReset(oobCode: string, newPassword: string): Promise<void> {
  const { email } = await callIdentity<CodeAnswer>("/v1/accounts:resetPassword", { oobCode, newPassword });
  if (email && email === authState().user?.email) await resetSession();
}

/** Does what the code of a mailed link stands for: confirms or changes an email address. */
export async function applyCode(oobCode: string): Promise<void> {
  const { localId, email } = await callIdentity<{ localId?: string; email?: string }>("/v1/accounts:update", {
    oobCode,
  });
  const { user } = authState();
  if (user && user.uid === localId && user.email !== email) await resetSession();
}

/** Drops the tenant and the token that a framed page brought along, and finds out anew who is signed in. */
export async function leaveFramedPage(): Promise<void> {
  renewElsewhere = null;
  keepNothing();
  clearAuth({ isInitialized: false });
  keepAgain();
  await restoreSession();
}

/** Names who renews the LAIQKAN token, for as long as a framed page is shown. */
export function provideTokenRenewal(renew: (refused: string) => Promise<string>): void {
  renewElsewhere = renew;
}

async function reauthenticate(password: string): Promise<string> {
  const { isAuthenticated, user } = authState();
  if (!isAuthenticated || !user?.email) throw new AuthError("USER_NOT_AUTHENTICATED");
  const token = await passwordToken(user.email, password);
  takeToken(token);
  return token;
}

async function passwordToken(email: string, password: string): Promise<string> {
  const { idToken: token } = await callIdentity<{ idToken: string }>("/v1/accounts:signInWithPassword", {
    email: email.trim(),
    password,
    returnSecureToken: true,
  });
  return token;
}

/** Gets a new ID token for the cookie of the session; callers at the same time share one call. */
function renewSession(): Promise<string> {
  renewing ??= refreshToken().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function refreshToken(): Promise<string> {
  const body = new URLSearchParams({ grant_type: "refresh_token" });
  try {
    const { access_token: token } = await callIdentity<{ access_token: string }>("/v1/token", body);
    takeToken(token);
    if (authState().error !== null) changeAuth({ error: null });
    return token;
  } catch (error) {
    if (authState().isInitialized && error instanceof AuthError && error.endsSession) {
      void resetSession();
      // A new document, so that nothing of the person stays in memory; the guard leads on from there.
      location.reload();
    }
    throw error;
  }
}

function takeToken(token: string): string {
  const { uid, expiry } = decodeToken(token);
  changeAuth({ idToken: token, idTokenExpiry: expiry });
  return uid;
}

/** Forgets the session here and on the server; where that is not reached, it ends by itself. */
async function resetSession() {
  if (activeViewing()) return leaveViewing();
  clearAuth();
  await callApi("endSession", {}).catch(() => null);
}

async function apiToken(): Promise<string> {
  return asApiFailure(idToken());
}

async function renewToken(refused: string): Promise<string> {
  const { idToken: token, laiqkanToken } = authState();
  if (renewElsewhere) return renewElsewhere(refused);
  if (refused === laiqkanToken) return refused;
  if (activeViewing()) {
    // It was stopped elsewhere, or its time is over: it cannot be renewed.
    leaveViewing();
    return refused;
  }
  // Another call may have renewed it in the meantime.
  return asApiFailure(token !== null && token !== refused ? Promise.resolve(token) : renewSession());
}

async function asApiFailure(token: Promise<string>): Promise<string> {
  try {
    return await token;
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const kind = error.isPassing ? "offline" : "unauthenticated";
    throw new ApiError({ kind, message: error.message, retryAfterSeconds: error.retryAfterSeconds });
  }
}

function isPassing(error: unknown): error is Error {
  if (error instanceof AuthError) return error.isPassing;
  return error instanceof ApiError && (error.kind === "offline" || error.kind === "unavailable");
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
