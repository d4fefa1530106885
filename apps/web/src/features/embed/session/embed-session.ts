import { ApiError, callApi } from "../../../lib/api.ts";
import { authState, changeAuth, subscribeAuth } from "../../../lib/auth/auth-state.ts";
import { provideTokenRenewal } from "../../../lib/auth/session.ts";
import { forgetFragmentSecret } from "../../../lib/fragment-secret.ts";
import { onHostToken, tellHost } from "./embed-host.ts";
import { type EmbedSecret, embedSecret } from "./embed-secret.ts";
import type { EmbedState } from "./embed-state.ts";
import { followSecret } from "./follow-secret.ts";
import {
  closedSession,
  type EmbedEffect,
  type EmbedEvent,
  type EmbedSession,
  type EmbedTimer,
  reduceEmbed,
} from "./reduce-embed.ts";
import { createTimers } from "./timers.ts";

const hostPatienceMs = 3_000;

/** The session of the report that this document shows. */
export const embedSession = createEmbedSession();

/** Joins the reducer with the world: calls, timers, the host and the sign-in state. */
function createEmbedSession() {
  let session: EmbedSession = closedSession;
  let address: string | undefined;
  let exchanging: Promise<void> | null = null;
  let isAskingStatus = false;
  /** Resolves the wait for a newer token of the host. */
  let hostAnswered: (() => void) | null = null;
  let unsubscribes: (() => void)[] = [];
  const timers = createTimers<EmbedTimer | "status">();
  const listeners = new Set<() => void>();

  function dispatch(event: EmbedEvent): void {
    const step = reduceEmbed(session, event, { now: Date.now(), isHidden: document.hidden });
    if (step.session.opening !== session.opening) exchanging = null;
    session = step.session;
    for (const effect of step.effects) carryOut(effect);
  }

  function carryOut(effect: EmbedEffect): void {
    switch (effect.do) {
      case "exchange":
        void exchange();
        return;
      case "ask-status":
        void askStatus();
        return;
      case "watch-status":
        timers.repeat("status", effect.everyMs, () => void askStatus());
        return;
      case "wait":
        timers.start(effect.timer, effect.ms, () => dispatch(effect.event));
        return;
      case "stop-timers":
        timers.stopAll();
        return;
      case "use-token":
        changeAuth({ tenant: effect.tenant, laiqkanToken: effect.token });
        return;
      case "drop-token":
        if (authState().laiqkanToken !== null) changeAuth({ tenant: null, laiqkanToken: null });
        return;
      case "publish":
        for (const listener of listeners) listener();
    }
  }

  /** Exchanges what the page holds for a token; callers at the same time share one exchange. */
  function exchange(): Promise<void> {
    const { opening } = session;
    exchanging ??= requestToken(opening).finally(() => {
      if (opening === session.opening) exchanging = null;
    });
    return exchanging;
  }

  async function requestToken(opening: number): Promise<void> {
    if (session.secret?.kind === "signed" && session.isSecretUsed) await askHost();
    if (opening !== session.opening) return;
    dispatch({ type: "secret-used" });
    const { secret, passcode } = session;
    try {
      const answer = await callForToken(address, secret, passcode);
      if (opening === session.opening) dispatch({ type: "accepted", answer });
    } catch (error) {
      if (opening === session.opening) dispatch({ type: "refused", error: toApiError(error) });
    }
  }

  /** Asks the host for a newer token, and waits for it a little. */
  async function askHost(): Promise<void> {
    if (!tellHost(session.origins, { type: "laiqkan:token-needed" })) return;
    await new Promise<void>((resolve) => {
      hostAnswered = resolve;
      setTimeout(resolve, hostPatienceMs);
    });
    hostAnswered = null;
  }

  function takeHostToken(token: string): void {
    const isAwaited = hostAnswered !== null;
    dispatch({ type: "host-token", token, isAwaited });
    hostAnswered?.();
  }

  async function askStatus(): Promise<void> {
    const { opening, shown, statusPausedUntil } = session;
    if (document.hidden || isAskingStatus || Date.now() < statusPausedUntil || shown.step !== "open") return;
    isAskingStatus = true;
    try {
      const { version } = await callApi("getEmbedStanding", {});
      if (opening === session.opening) dispatch({ type: "status-read", version });
    } catch (error) {
      if (opening === session.opening) dispatch({ type: "status-failed", error: toApiError(error) });
    } finally {
      isAskingStatus = false;
    }
  }

  /** A newer token in the place of one that was refused; where there is none, the report has ended. */
  async function renewRefused(refused: string): Promise<string> {
    const { laiqkanToken: current } = authState();
    if (current !== null && current !== refused) return current;
    if (session.shown.step === "open") {
      dispatch({ type: "token-refused" });
      if (session.shown.step === "open") await exchange();
    }
    const { laiqkanToken: newer } = authState();
    if (newer !== null && newer !== refused) return newer;
    throw new ApiError({ kind: "unauthenticated", message: "This link is no longer active." });
  }

  function close(): void {
    for (const unsubscribe of unsubscribes) unsubscribe();
    unsubscribes = [];
    dispatch({ type: "closed" });
  }

  /** The reader goes on to another page: who is signed in is then found out anew. */
  function closeOnLeaving(): void {
    if (authState().isInitialized) return;
    forgetFragmentSecret();
    close();
  }

  return {
    /** What the page shows. */
    state: (): EmbedState => session.shown,
    /** Calls back on each change, until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Opens the report of an address and keeps it open, until the returned function is called. */
    open(tookanId: string | undefined): () => void {
      address = tookanId;
      const begin = () => dispatch({ type: "opened", secret: embedSecret() });
      unsubscribes = [
        subscribeAuth(closeOnLeaving),
        followSecret(begin),
        onHostToken(() => session.origins, takeHostToken),
        listenTo(document, "visibilitychange", () => dispatch({ type: "woken" })),
        listenTo(window, "online", () => dispatch({ type: "retry-due" })),
      ];
      provideTokenRenewal(renewRefused);
      begin();
      return close;
    },
    /** Tries to open the report again. */
    retry: (): Promise<void> => (session.shown.step === "open" ? askStatus() : exchange()),
    /** Tries to open the report with a passcode. */
    async submitPasscode(passcode: string): Promise<void> {
      dispatch({ type: "passcode-typed", passcode });
      await exchange();
    },
  };
}

/** Without a secret it is the cookie of an earlier visit that opens the report, or the address itself. */
function callForToken(address: string | undefined, secret: EmbedSecret | null, passcode: string) {
  const shared = passcode === "" ? {} : { passcode };
  if (secret === null && address !== undefined) return callApi("resumeEmbedSession", { tookan_id: address, ...shared });
  return callApi("openEmbedSession", {
    ...(address !== undefined && { tookan_id: address }),
    ...(secret && { [secret.kind === "signed" ? "token" : "key"]: secret.value }),
    ...shared,
  });
}

function toApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  const message = "A part of this page did not load. Check your connection and try again.";
  return new ApiError({ kind: "offline", message });
}

function listenTo(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
