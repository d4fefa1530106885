import type { ConsoleEvent } from "@console/contracts";
import { useEffect } from "react";
import { openStream } from "./api.ts";
import { readEventStream } from "./event-stream.ts";
import { refetchTopic } from "./queries.ts";

type Listener = (event: ConsoleEvent) => void;

const listeners = new Set<Listener>();
let ending: AbortController | null = null;
let lastEventId: string | null = null;

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const gatherMs = 1000;

/** Refetches all reads of a topic whenever an event of a type comes: one stream for the page, however many listen. */
export function useLiveTopic(type: string, topic: Parameters<typeof refetchTopic>[0]): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onEvent: Listener = (event) => {
      if (event.type !== type || timer) return;
      // A storm of events is one refetch.
      timer = setTimeout(() => {
        timer = undefined;
        void refetchTopic(topic);
      }, gatherMs);
    };
    const leave = listen(onEvent);
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [type, topic]);
}

function listen(listener: Listener): () => void {
  listeners.add(listener);
  if (!ending) {
    ending = new AbortController();
    void follow(ending.signal);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    ending?.abort();
    ending = null;
  };
}

/**
 * Keeps the stream open: after a break it goes on behind the last event that came. A page that nobody sees has none,
 * since a browser opens only a few connections to one server.
 */
async function follow(signal: AbortSignal): Promise<void> {
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    await untilVisible(signal);
    if (signal.aborted) return;
    try {
      await readStream(AbortSignal.any([signal, signalWhenHidden(signal)]));
      pauseMs = firstPauseMs;
    } catch {
      // The server is away or the token has ended: the next try finds out. A page that was hidden goes on at once.
      pauseMs = document.hidden ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2);
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.75 + Math.random() / 2)));
  }
}

/** Waits until the page is seen, or the signal is aborted. */
async function untilVisible(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) await nextVisibility(signal);
}

function signalWhenHidden(signal: AbortSignal): AbortSignal {
  const hidden = new AbortController();
  void nextVisibility(signal).then(() => hidden.abort());
  return hidden.signal;
}

function nextVisibility(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true, signal });
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function readStream(signal: AbortSignal): Promise<void> {
  for await (const { id, data } of readEventStream(await openStream("/api/events", lastEventId, signal))) {
    lastEventId = id ?? lastEventId;
    for (const listener of data === null ? [] : listeners) listener(data as ConsoleEvent);
  }
}
