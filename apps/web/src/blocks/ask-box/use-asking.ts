import type { AskAnswer, RouteInput, Routes } from "@console/contracts";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, callApi } from "../../lib/api.ts";
import { type AskedQuery, readQuery } from "./asked-query.ts";

/** The page that a question is asked on: its report, and what it shows. */
export type AskPage = NonNullable<RouteInput<Routes["askQuestion"]>["page"]>;

/** What was asked and answered last; `isChosen` where the reader chose it from what was offered. */
export type Asked = { question: string; answer: AskAnswer; readAt: number; isChosen: boolean };

type Call = { question: string; query: AskedQuery | null; isChosen: boolean };
type State = { asked: Asked | null; error: Error | null; isAsking: boolean };

const nothing: State = { asked: null, error: null, isAsking: false };

/** Asks questions one after the other; the last answered query goes along, so that the next can go on from it. */
export function useAsking(page: AskPage | undefined) {
  const [state, setState] = useState<State>(nothing);
  const previous = useRef<AskedQuery | null>(null);
  const call = useRef<Call | null>(null);
  const calling = useRef<AbortController | null>(null);
  const shownPage = useRef(page);
  shownPage.current = page;

  const send = useCallback(async (next: Call) => {
    calling.current?.abort();
    const controller = new AbortController();
    calling.current = controller;
    call.current = next;
    setState((now) => ({ ...now, error: null, isAsking: true }));
    try {
      const answer = await answerCall(next, previous.current, shownPage.current, controller.signal);
      if (controller.signal.aborted) return;
      if (answer.outcome === "answer" && answer.query) previous.current = readQuery(answer.query);
      const { question, isChosen } = next;
      setState({ asked: { question, answer, readAt: Date.now(), isChosen }, error: null, isAsking: false });
    } catch (error) {
      if (!controller.signal.aborted) setState((now) => ({ ...now, error: error as Error, isAsking: false }));
    }
  }, []);

  const ask = useCallback(
    (question: string, query: AskedQuery | null = null) => send({ question, query, isChosen: false }),
    [send],
  );
  const run = useCallback(
    (query: AskedQuery, isChosen = false) => send({ question: call.current?.question ?? "", query, isChosen }),
    [send],
  );
  const retry = useCallback(() => call.current && send(call.current), [send]);
  const reset = useCallback(() => {
    calling.current?.abort();
    previous.current = null;
    setState(nothing);
  }, []);
  useEffect(() => () => calling.current?.abort(), []);
  return { ...state, ask, run, retry, reset };
}

function answerCall(
  { question, query }: Call,
  previous: AskedQuery | null,
  page: AskPage | undefined,
  signal: AbortSignal,
): Promise<AskAnswer> {
  if (query) return callApi("runQuestion", { query }, { signal });
  return callApi("askQuestion", { question, ...(previous && { previous }), ...(page && { page }) }, { signal });
}

/** In how many seconds something that failed may be tried again; 0 for at once. */
export function secondsToWait(error: Error | null): number {
  return error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
}
