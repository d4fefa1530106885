import type { RouteOutput, Routes, TenantDocument } from "@console/contracts";
import { ApiError, callApi } from "../api.ts";
import { authState, changeAuth, subscribeAuth } from "../auth/auth-state.ts";
import { provideEmbedRenewal } from "../auth/session.ts";
import { onHostToken, tellHost } from "./embed-host.ts";
import { type EmbedSecret, embedSecret, forgetEmbedSecret } from "./embed-secret.ts";
import { type EmbedState, embedState, setEmbedState } from "./embed-state.ts";
import { followEmbedSecret } from "./follow-embed-secret.ts";
import { createTimers } from "./timers.ts";

type Opened = RouteOutput<Routes["openEmbedSession"]>;

const renewedAt = 0.8;
const standingMs = 3_000;
/** How long a token that was refused may still be replaced before its figures go. */
const graceMs = 1_500;
const hostPatienceMs = 3_000;
const retryMs = 5_000;
const askAgainMs = 10_000;
/** A server may remember for a moment that a link was closed. */
const doubtMs = 2_000;
const longWaitSeconds = 30;
const previewRefreshSeconds = 60;

/** A preview is handed over ready: whose it is, only the server knows. */
const previewTenant: TenantDocument = { id: "", name: "", source: "laiqkan", aiq_type: null };

const passingKinds = new Set<ApiError["kind"]>(["offline", "unavailable", "upstream_failed", "unexpected"]);

let address: string | undefined;
let secret: EmbedSecret | null = null;
/** What a host has signed does not hold for long: once it was used, a newer one is asked for. */
let isSecretUsed = false;
let passcode = "";
let hasBeenOpen = false;
let [renewsAt, endsAt] = [0, 0];
let exchanging: Promise<void> | null = null;
let isAskingStanding = false;
/** A new token was refused: it is tried once more before the report counts as closed. */
let isInDoubt = false;
let standingPausedUntil = 0;
/** Resolves the wait for a newer token of the host. */
let hostAnswered: (() => void) | null = null;
/** Told apart, so that what comes late from an earlier opening changes nothing. */
let opening = 0;
const timers = createTimers<"renew" | "end" | "retry" | "standing">();
let leaves: (() => void)[] = [];

/** Opens the report of an address and keeps it open, until the returned function is called. */
export function openEmbed(tookanId: string | undefined): () => void {
  address = tookanId;
  leaves = [
    subscribeAuth(noticeLeaving),
    followEmbedSecret(begin),
    onHostToken(allowedOrigins, takeHostToken),
    listenTo(document, "visibilitychange", catchUp),
    listenTo(window, "online", tryAgain),
  ];
  provideEmbedRenewal(renewRefused);
  begin();
  return close;
}

function close(): void {
  for (const leave of leaves) leave();
  leaves = [];
  opening += 1;
  drop({ step: "opening" });
}

/** Tries to open the report again. */
export async function retryEmbed(): Promise<void> {
  const { step } = embedState();
  await (step === "open" ? askStanding() : exchange());
}

/** Tries to open the report with a passcode. */
export async function givePasscode(typed: string): Promise<void> {
  passcode = typed;
  await exchange();
}

function begin(): void {
  opening += 1;
  exchanging = null;
  secret = embedSecret();
  isSecretUsed = false;
  passcode = "";
  hasBeenOpen = false;
  isInDoubt = false;
  drop({ step: "opening" });
  if (secret?.kind !== "preview") void exchange();
  else accept({ token: secret.value, tenant: previewTenant, origins: [], refreshSeconds: previewRefreshSeconds });
}

/** Exchanges what the page holds for a token; callers at the same time share one exchange. */
function exchange(): Promise<void> {
  const own = opening;
  exchanging ??= askSession(own).finally(() => {
    if (own === opening) exchanging = null;
  });
  return exchanging;
}

async function askSession(own: number): Promise<void> {
  if (secret?.kind === "signed" && isSecretUsed) await askHost();
  if (own !== opening) return;
  isSecretUsed = true;
  const held = secret && { [secret.kind === "signed" ? "token" : "key"]: secret.value };
  try {
    const answer = await callApi("openEmbedSession", {
      ...(address !== undefined && { tookan_id: address }),
      ...held,
      ...(passcode !== "" && { passcode }),
    });
    if (own === opening) accept(answer);
  } catch (error) {
    if (own === opening) refuse(error);
  }
}

type Accepted = Pick<Opened, "token" | "tenant" | "origins" | "refreshSeconds"> & { expiresInSeconds?: number };

function accept({ token, tenant, origins, refreshSeconds, expiresInSeconds }: Accepted): void {
  const before = embedState();
  const version = before.step === "open" ? before.version : null;
  const isPreview = expiresInSeconds === undefined;
  hasBeenOpen = true;
  changeAuth({ tenant, laiqkanToken: token });
  timers.stopAll();
  const lifeMs = isPreview ? Number.POSITIVE_INFINITY : expiresInSeconds * 1000;
  [renewsAt, endsAt] = [Date.now() + renewedAt * lifeMs, Date.now() + lifeMs];
  if (!isPreview) {
    timers.start("renew", lifeMs * renewedAt, renew);
    timers.start("end", lifeMs, end);
  }
  timers.repeat("standing", standingMs, () => void askStanding());
  setEmbedState({ step: "open", origins, refreshSeconds, version, isPreview, trouble: null });
  void askStanding();
}

function refuse(failure: unknown): void {
  const error = asApiError(failure);
  const isAlive = embedState().step === "open" && Date.now() < endsAt;
  const { passcode: problem } = error.fields;
  if (problem !== undefined) {
    drop({ step: "passcode", typed: passcode, problem: passcode === "" ? null : problem });
  } else if (error.kind === "limit_reached") {
    const waitMs = (error.retryAfterSeconds ?? longWaitSeconds) * 1000;
    if (!isAlive) drop({ step: "waiting", until: Date.now() + waitMs });
    timers.start("retry", waitMs, () => void exchange());
  } else if (passingKinds.has(error.kind)) {
    if (!isAlive) drop({ step: "offline", message: error.message });
    timers.start("retry", retryMs, tryAgain);
  } else if (isAlive && secret?.kind === "signed") {
    // What its host has signed may only have become too old, and the host is asked for a newer one.
    timers.start("retry", askAgainMs, renew);
  } else {
    drop({ step: hasBeenOpen ? "ended" : "inactive" });
  }
}

/** Renews the token; a page that nobody looks at is renewed when somebody does. */
function renew(): void {
  if (!document.hidden && embedState().step === "open") void exchange();
}

/** A newer token in the place of one that was refused; where there is none, the report has ended. */
async function renewRefused(refused: string): Promise<string> {
  const state = embedState();
  const current = authState().laiqkanToken;
  if (current !== null && current !== refused) return current;
  if (state.step === "open") {
    if (state.isPreview) drop({ step: "preview-ended" });
    else {
      endsAt = Math.min(endsAt, Date.now() + graceMs);
      timers.start("end", endsAt - Date.now(), end);
      await exchange();
    }
  }
  const { laiqkanToken: newer } = authState();
  if (newer !== null && newer !== refused) return newer;
  throw new ApiError({ kind: "unauthenticated", message: "This link is no longer active." });
}

/** The time of the token is over: nothing of it stays on the screen. */
function end(): void {
  drop({ step: "opening" });
  if (!document.hidden) void exchange();
}

/** Asks the host for a newer token, and waits for it a little. */
async function askHost(): Promise<void> {
  if (!tellHost(allowedOrigins(), { type: "laiqkan:token-needed" })) return;
  await new Promise<void>((resolve) => {
    hostAnswered = resolve;
    setTimeout(resolve, hostPatienceMs);
  });
  hostAnswered = null;
}

let lastOrigins: readonly string[] = [];

/** The origins that the last session named; they hold when it has ended, so that its host can open it again. */
function allowedOrigins(): readonly string[] {
  const state = embedState();
  if (state.step === "open") lastOrigins = state.origins;
  return lastOrigins;
}

function takeHostToken(token: string): void {
  if (secret?.kind !== "signed") return;
  secret = { kind: "signed", value: token };
  isSecretUsed = false;
  const { step } = embedState();
  if (hostAnswered) hostAnswered();
  else if (step === "ended" || (step === "open" && Date.now() >= renewsAt)) void exchange();
}

async function askStanding(): Promise<void> {
  if (document.hidden || isAskingStanding || Date.now() < standingPausedUntil || embedState().step !== "open") return;
  isAskingStanding = true;
  const own = opening;
  try {
    const { version } = await callApi("getEmbedStanding", {});
    isInDoubt = false;
    if (own === opening) changeOpen({ version, trouble: null });
  } catch (error) {
    if (own === opening) hearTrouble(error);
  } finally {
    isAskingStanding = false;
  }
}

function hearTrouble(failure: unknown): void {
  const error = asApiError(failure);
  if (passingKinds.has(error.kind)) {
    changeOpen({ trouble: error.message });
  } else if (error.kind === "limit_reached") {
    standingPausedUntil = Date.now() + (error.retryAfterSeconds ?? longWaitSeconds) * 1000;
  } else if (embedState().step === "open") {
    drop({ step: isInDoubt ? "ended" : "opening" });
    if (!isInDoubt) timers.start("retry", doubtMs, () => void exchange());
    isInDoubt = !isInDoubt;
  }
}

function changeOpen(part: { version?: string; trouble: string | null }): void {
  const state = embedState();
  if (state.step !== "open") return;
  const next = { ...state, ...part };
  if (next.version !== state.version || next.trouble !== state.trouble) setEmbedState(next);
}

/** After a sleep the clocks may have stood still: what is due is done now. */
function catchUp(): void {
  if (document.hidden) return;
  if (embedState().step === "open" && Date.now() >= endsAt) end();
  tryAgain();
  void askStanding();
}

/** Exchanges anew where that is due. */
function tryAgain(): void {
  const { step } = embedState();
  const isDue = step === "opening" || step === "offline" || (step === "open" && Date.now() >= renewsAt);
  if (isDue && !document.hidden) void exchange();
}

/** Ends what is open and goes over to what the page shows instead. */
function drop(next: EmbedState): void {
  allowedOrigins();
  timers.stopAll();
  setEmbedState(next);
  if (authState().laiqkanToken !== null) changeAuth({ tenant: null, laiqkanToken: null });
}

/** The reader goes on to another page: who is signed in is then found out anew. */
function noticeLeaving(): void {
  if (authState().isInitialized) return;
  forgetEmbedSecret();
  close();
}

function asApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  const message = "A part of this page did not load. Check your connection and try again.";
  return new ApiError({ kind: "offline", message });
}

function listenTo(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
