import type { AskAnswer, ChatMessage, MessageStep } from "@console/contracts";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError, openStream } from "../../lib/api.ts";
import { readEventStream } from "../../lib/event-stream.ts";

/** An answer as far as it has come. */
export type LiveAnswer = {
  phase: "queued" | "reading" | "loading" | "thinking" | "writing";
  /** The place in the queue of its provider. */
  place: number | null;
  phaseSince: number;
  text: string;
  thinking: string;
  answer: AskAnswer | null;
  steps: readonly MessageStep[];
  /** The connection is lost, and is being opened again. */
  isReconnecting: boolean;
};

const nothing = (): LiveAnswer => ({
  phase: "queued",
  place: null,
  phaseSince: Date.now(),
  text: "",
  thinking: "",
  answer: null,
  steps: [],
  isReconnecting: false,
});

const firstPauseMs = 500;
const longestPauseMs = 10_000;

type Event = { type: string; data: Record<string, unknown> };

/** Follows an answer, where there is one, until it has ended; after a break it goes on behind the last piece that came. */
export function useAnswerStream(id: string | null, onEnd: (message: ChatMessage | null) => void): LiveAnswer {
  const [live, setLive] = useState(nothing);
  // The stream stays open while whoever draws the answer is drawn anew.
  const tellEnd = useEffectEvent(onEnd);
  useEffect(() => {
    if (id === null) return;
    const ending = new AbortController();
    setLive(nothing());
    void follow(id, ending.signal, {
      tell: (event) => setLive((now) => addEvent({ ...now, isReconnecting: false }, event)),
      lose: () => setLive((now) => ({ ...now, isReconnecting: true })),
      end: (message) => tellEnd(message),
    });
    return () => ending.abort();
  }, [id]);
  return live;
}

type Listener = { tell(event: Event): void; lose(): void; end(message: ChatMessage | null): void };

async function follow(id: string, signal: AbortSignal, { tell, lose, end }: Listener): Promise<void> {
  const path = `/api/assistant/messages/${encodeURIComponent(id)}/stream`;
  let lastId: string | null = null;
  let pauseMs = firstPauseMs;
  while (!signal.aborted) {
    try {
      for await (const part of readEventStream(await openStream(path, lastId, signal))) {
        pauseMs = firstPauseMs;
        lastId = part.id ?? lastId;
        const event = part.data as Event | null;
        if (event?.type === "end") return end(event.data.message as ChatMessage | null);
        if (event) tell(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && error.kind === "not_found") return end(null);
    }
    lose();
    const wait = pauseMs * (0.75 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, wait));
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
  }
}

function addEvent(live: LiveAnswer, { type, data }: Event): LiveAnswer {
  if (type === "text") return { ...live, text: live.text + String(data.text) };
  if (type === "thinking") return { ...live, thinking: live.thinking + String(data.text) };
  if (type === "answer") return { ...live, answer: data.answer as AskAnswer };
  if (type === "phase") {
    const phase = data.phase as LiveAnswer["phase"];
    const place = typeof data.place === "number" ? data.place : null;
    return { ...live, phase, place, phaseSince: phase === live.phase ? live.phaseSince : Date.now() };
  }
  if (type !== "step") return live;
  const step = data as MessageStep;
  const others = live.steps.filter((one) => one.id !== step.id);
  return { ...live, steps: [...others, step] };
}
