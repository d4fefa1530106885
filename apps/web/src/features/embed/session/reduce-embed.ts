import type { RouteOutput, Routes, TenantDocument } from "@console/contracts";
import type { ApiError } from "../../../lib/api.ts";
import type { EmbedSecret } from "./embed-secret.ts";
import type { EmbedState } from "./embed-state.ts";

/** All that a page with an embedded report knows about its session. */
export type EmbedSession = {
  /** Counted, so that what comes late from an earlier opening changes nothing. */
  opening: number;
  secret: EmbedSecret | null;
  /** What a host has signed does not hold for long: once it was used, a newer one is asked for. */
  isSecretUsed: boolean;
  passcode: string;
  hasBeenOpen: boolean;
  renewsAt: number;
  endsAt: number;
  /** A new token was refused: it is tried once more before the report counts as closed. */
  isInDoubt: boolean;
  statusPausedUntil: number;
  /** Named by the last session; they hold when it has ended, so that its host can open it again. */
  origins: readonly string[];
  shown: EmbedState;
};

export type EmbedEvent =
  | { type: "opened"; secret: EmbedSecret | null }
  | { type: "closed" }
  | { type: "passcode-typed"; passcode: string }
  | { type: "secret-used" }
  | { type: "accepted"; answer: Opened }
  | { type: "refused"; error: ApiError }
  | { type: "host-token"; token: string; isAwaited: boolean }
  | { type: "token-refused" }
  | { type: "status-read"; version: string }
  | { type: "status-failed"; error: ApiError }
  /** A time has come. */
  | { type: "exchange-due" }
  | { type: "renewal-due" }
  | { type: "retry-due" }
  | { type: "token-ended" }
  /** The reader looks at the page again; clocks may have stood still. */
  | { type: "woken" };

export type EmbedTimer = "renew" | "end" | "retry";

/** What is to be done about an event, in this order. */
export type EmbedEffect =
  | { do: "exchange" }
  | { do: "ask-status" }
  | { do: "watch-status"; everyMs: number }
  | { do: "wait"; timer: EmbedTimer; ms: number; event: EmbedEvent }
  | { do: "stop-timers" }
  | { do: "use-token"; token: string; tenant: TenantDocument }
  | { do: "drop-token" }
  | { do: "publish" };

type Opened = Pick<
  RouteOutput<Routes["openEmbedSession"]>,
  "token" | "tenant" | "origins" | "refreshSeconds" | "expiresInSeconds"
>;
type Surroundings = { now: number; isHidden: boolean };
type Step = { session: EmbedSession; effects: EmbedEffect[] };

const renewedAt = 0.8;
const statusMs = 3_000;
/** How long a token that was refused may still be replaced before its figures go. */
const graceMs = 1_500;
const retryMs = 5_000;
const askAgainMs = 10_000;
/** A server may remember for a moment that a link was closed. */
const doubtMs = 2_000;
const longWaitSeconds = 30;
const previewRefreshSeconds = 60;

/** A preview is handed over ready: whose it is, only the server knows. */
const previewTenant: TenantDocument = { id: "", name: "", source: "laiqkan", aiq_type: null };

const passingKinds = new Set<ApiError["kind"]>(["offline", "unavailable", "upstream_failed", "unexpected"]);

export const closedSession: EmbedSession = {
  opening: 0,
  secret: null,
  isSecretUsed: false,
  passcode: "",
  hasBeenOpen: false,
  renewsAt: 0,
  endsAt: 0,
  isInDoubt: false,
  statusPausedUntil: 0,
  origins: [],
  shown: { step: "opening" },
};

/** Pure: what an event makes of a session, and what is to be done about it. */
export function reduceEmbed(session: EmbedSession, event: EmbedEvent, { now, isHidden }: Surroundings): Step {
  const isOpen = session.shown.step === "open";
  switch (event.type) {
    case "opened":
      return open(session, event.secret);
    case "closed":
      return leave({ ...session, opening: session.opening + 1 }, { step: "opening" });
    case "passcode-typed":
      return { session: { ...session, passcode: event.passcode }, effects: [{ do: "exchange" }] };
    case "secret-used":
      return { session: { ...session, isSecretUsed: true }, effects: [] };
    case "accepted":
      return accept(session, event.answer, now);
    case "refused":
      return refuse(session, event.error, now);
    case "host-token":
      return takeHostToken(session, event, now);
    case "token-refused":
      return replaceToken(session, now);
    case "status-read":
      return changeOpen({ ...session, isInDoubt: false }, { version: event.version, trouble: null });
    case "status-failed":
      return hearTrouble(session, event.error, now);
    case "exchange-due":
      return { session, effects: [{ do: "exchange" }] };
    case "renewal-due":
      // A page that nobody looks at is renewed when someone does.
      return { session, effects: isOpen && !isHidden ? [{ do: "exchange" }] : [] };
    case "retry-due":
      return { session, effects: isExchangeDue(session, now) && !isHidden ? [{ do: "exchange" }] : [] };
    case "token-ended":
      return endToken(session, isHidden);
    case "woken":
      return wake(session, now, isHidden);
  }
}

function open(session: EmbedSession, secret: EmbedSecret | null): Step {
  const opened: EmbedSession = {
    ...session,
    opening: session.opening + 1,
    secret,
    isSecretUsed: false,
    passcode: "",
    hasBeenOpen: false,
    isInDoubt: false,
  };
  const cleared = leave(opened, { step: "opening" });
  if (secret?.kind !== "preview") return follow(cleared, [{ do: "exchange" }]);
  const { session: accepted, effects } = acceptToken(cleared.session, {
    token: secret.value,
    tenant: previewTenant,
    origins: [],
    refreshSeconds: previewRefreshSeconds,
    lifeMs: null,
    now: 0,
  });
  return { session: accepted, effects: [...cleared.effects, ...effects] };
}

function accept(session: EmbedSession, answer: Opened, now: number): Step {
  const { token, tenant, origins, refreshSeconds, expiresInSeconds } = answer;
  return acceptToken(session, { token, tenant, origins, refreshSeconds, lifeMs: expiresInSeconds * 1000, now });
}

type AcceptedToken = {
  token: string;
  tenant: TenantDocument;
  origins: readonly string[];
  refreshSeconds: number;
  /** Null for a preview, which is not renewed. */
  lifeMs: number | null;
  now: number;
};

function acceptToken(session: EmbedSession, accepted: AcceptedToken): Step {
  const { token, tenant, origins, refreshSeconds, lifeMs, now } = accepted;
  const version = session.shown.step === "open" ? session.shown.version : null;
  const shown: EmbedState = {
    step: "open",
    origins,
    refreshSeconds,
    version,
    isPreview: lifeMs === null,
    trouble: null,
  };
  const effects: EmbedEffect[] = [{ do: "use-token", token, tenant }, { do: "stop-timers" }];
  if (lifeMs !== null) {
    effects.push({ do: "wait", timer: "renew", ms: lifeMs * renewedAt, event: { type: "renewal-due" } });
    effects.push({ do: "wait", timer: "end", ms: lifeMs, event: { type: "token-ended" } });
  }
  effects.push({ do: "watch-status", everyMs: statusMs }, { do: "publish" }, { do: "ask-status" });
  const renewsAt = lifeMs === null ? Number.POSITIVE_INFINITY : now + renewedAt * lifeMs;
  const endsAt = lifeMs === null ? Number.POSITIVE_INFINITY : now + lifeMs;
  return { session: { ...session, hasBeenOpen: true, renewsAt, endsAt, origins, shown }, effects };
}

function refuse(session: EmbedSession, error: ApiError, now: number): Step {
  const isAlive = session.shown.step === "open" && now < session.endsAt;
  const { passcode: problem } = error.fields;
  if (problem !== undefined) {
    const { passcode } = session;
    return leave(session, { step: "passcode", typed: passcode, problem: passcode === "" ? null : problem });
  }
  if (error.kind === "limit_reached") {
    const ms = (error.retryAfterSeconds ?? longWaitSeconds) * 1000;
    const waiting = isAlive ? { session, effects: [] } : leave(session, { step: "waiting", until: now + ms });
    return follow(waiting, [{ do: "wait", timer: "retry", ms, event: { type: "exchange-due" } }]);
  }
  if (passingKinds.has(error.kind)) {
    const offline = isAlive ? { session, effects: [] } : leave(session, { step: "offline", message: error.message });
    return follow(offline, [{ do: "wait", timer: "retry", ms: retryMs, event: { type: "retry-due" } }]);
  }
  if (isAlive && session.secret?.kind === "signed") {
    // What its host has signed may only have become too old, and the host is asked for a newer one.
    return { session, effects: [{ do: "wait", timer: "retry", ms: askAgainMs, event: { type: "renewal-due" } }] };
  }
  return leave(session, { step: session.hasBeenOpen ? "ended" : "inactive" });
}

function takeHostToken(
  session: EmbedSession,
  { token, isAwaited }: { token: string; isAwaited: boolean },
  now: number,
): Step {
  if (session.secret?.kind !== "signed") return { session, effects: [] };
  const { step } = session.shown;
  const isDue = step === "ended" || (step === "open" && now >= session.renewsAt);
  return {
    session: { ...session, secret: { kind: "signed", value: token }, isSecretUsed: false },
    effects: isDue && !isAwaited ? [{ do: "exchange" }] : [],
  };
}

/** A token that the server refused may be replaced for a moment; a preview cannot be. */
function replaceToken(session: EmbedSession, now: number): Step {
  if (session.shown.step !== "open") return { session, effects: [] };
  if (session.shown.isPreview) return leave(session, { step: "preview-ended" });
  const endsAt = Math.min(session.endsAt, now + graceMs);
  return {
    session: { ...session, endsAt },
    effects: [{ do: "wait", timer: "end", ms: endsAt - now, event: { type: "token-ended" } }],
  };
}

function hearTrouble(session: EmbedSession, error: ApiError, now: number): Step {
  if (passingKinds.has(error.kind)) return changeOpen(session, { trouble: error.message });
  if (error.kind === "limit_reached") {
    const statusPausedUntil = now + (error.retryAfterSeconds ?? longWaitSeconds) * 1000;
    return { session: { ...session, statusPausedUntil }, effects: [] };
  }
  if (session.shown.step !== "open") return { session, effects: [] };
  if (session.isInDoubt) return leave({ ...session, isInDoubt: false }, { step: "ended" });
  const doubting = leave({ ...session, isInDoubt: true }, { step: "opening" });
  return follow(doubting, [{ do: "wait", timer: "retry", ms: doubtMs, event: { type: "exchange-due" } }]);
}

function changeOpen(session: EmbedSession, change: { version?: string; trouble: string | null }): Step {
  if (session.shown.step !== "open") return { session, effects: [] };
  const shown = { ...session.shown, ...change };
  const isSame = shown.version === session.shown.version && shown.trouble === session.shown.trouble;
  return isSame ? { session, effects: [] } : { session: { ...session, shown }, effects: [{ do: "publish" }] };
}

/** The time of the token is over: nothing of it stays on the screen. */
function endToken(session: EmbedSession, isHidden: boolean): Step {
  return follow(leave(session, { step: "opening" }), isHidden ? [] : [{ do: "exchange" }]);
}

function wake(session: EmbedSession, now: number, isHidden: boolean): Step {
  if (isHidden) return { session, effects: [] };
  if (session.shown.step === "open" && now >= session.endsAt) return endToken(session, false);
  const effects: EmbedEffect[] = isExchangeDue(session, now) ? [{ do: "exchange" }] : [];
  return { session, effects: [...effects, { do: "ask-status" }] };
}

function isExchangeDue({ shown, renewsAt }: EmbedSession, now: number): boolean {
  return shown.step === "opening" || shown.step === "offline" || (shown.step === "open" && now >= renewsAt);
}

/** Ends what is open and goes over to what the page shows instead. */
function leave(session: EmbedSession, shown: EmbedState): Step {
  return {
    session: { ...session, shown },
    effects: [{ do: "stop-timers" }, { do: "publish" }, { do: "drop-token" }],
  };
}

function follow({ session, effects }: Step, more: readonly EmbedEffect[]): Step {
  return { session, effects: [...effects, ...more] };
}
