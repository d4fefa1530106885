import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { read } from "../../lib/queries.ts";
import { AnswerFeedback } from "./answer-feedback.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import classes from "./ask-box.module.css";
import { type AskedQuery, readQuery } from "./asked-query.ts";
import { AssumptionChips } from "./assumption-chips.tsx";
import { OpenInReport } from "./open-in-report.tsx";
import { QuotedPassages } from "./quoted-passages.tsx";
import { TeachAnswer } from "./teach-answer.tsx";
import { TrainingNotes } from "./training-notes.tsx";
import type { Asked } from "./use-asking.ts";

type Props = {
  asked: Asked;
  isStale: boolean;
  onRun: (query: AskedQuery, isChosen?: boolean) => void;
  /** How it is rated where the server keeps the answer, and whether it was. */
  rating?: { given: "up" | "down" | null; onRate: (rating: "up" | "down") => Promise<{ id: string }> };
};

/** What stands below the sentence of an answer: what was assumed, the figures, and where they are at home. */
export function AskAnswer({ asked, isStale, onRun, rating }: Props) {
  const { answer, readAt } = asked;
  const { data: catalogue } = useQuery({ ...read("listMetrics", {}), staleTime: 60_000 });
  const { outcome, options = [], unused, assumptions, open } = answer;
  const query = answer.query && readQuery(answer.query);
  // In a conversation the reader is writing already.
  const isKept = rating !== undefined;
  const list = useRef<HTMLUListElement>(null);
  // A question back is answered next: by keyboard, its first option is at hand.
  useEffect(() => {
    if (outcome === "clarify" && readAt > 0 && !isKept) list.current?.querySelector("button")?.focus();
  }, [outcome, readAt, isKept]);
  return (
    <div className={isStale ? `${classes.parts} ${classes.stale}` : classes.parts}>
      {options.length > 0 && (
        <ul ref={list} className={classes.offers} aria-label={outcome === "clarify" ? "Meanings" : "What can be asked"}>
          {options.map((option) => (
            <li key={option.label}>
              <button type="button" className={classes.offer} onClick={() => onRun(readQuery(option.query), true)}>
                {option.label}
              </button>
            </li>
          ))}
        </ul>
      )}
      {query && assumptions.length > 0 && (
        <AssumptionChips assumptions={assumptions} query={query} catalogue={catalogue} onRun={onRun} />
      )}
      <QuotedPassages answer={answer} />
      <TrainingNotes answer={answer} />
      {outcome === "answer" && unused.length > 0 && <p className={classes.note}>Not used: {unused.join(", ")}</p>}
      {query && answer.result && (
        <AnswerPanel
          title={answer.panel?.title ?? assumptions.map(({ label }) => label).join(", ")}
          panel={answer.panel}
          query={query}
          result={answer.result}
          noise={answer.noise}
          readAt={readAt}
          report={open?.report}
          catalogue={catalogue}
          onRun={onRun}
        />
      )}
      {open && <OpenInReport open={open} />}
      <AnswerFeedback key={asked.question} asked={asked} {...(rating && { rating })} />
      <TeachAnswer key={readAt} asked={asked} />
    </div>
  );
}
