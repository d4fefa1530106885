import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { withAccessedTenant } from "../../lib/platform-access.ts";
import { read } from "../../lib/queries.ts";
import { AnswerPanel } from "./answer-panel.tsx";
import classes from "./ask-box.module.css";
import { type AskedQuery, readQuery } from "./asked-query.ts";
import { AssumptionChips } from "./assumption-chips.tsx";
import type { Asked } from "./use-asking.ts";

type Props = { asked: Asked; isStale: boolean; onRun: (query: AskedQuery, isChosen?: boolean) => void };

/** What stands below the sentence of an answer: what was assumed, the figures, and where they are at home. */
export function AskAnswer({ asked: { answer, readAt }, isStale, onRun }: Props) {
  const { data: catalogue } = useQuery({ ...read("listMetrics", {}), staleTime: 60_000 });
  const { outcome, options = [], unused, assumptions, open } = answer;
  const query = answer.query && readQuery(answer.query);
  const list = useRef<HTMLUListElement>(null);
  // A question back is answered next: by keyboard, its first option is at hand.
  useEffect(() => {
    if (outcome === "clarify" && readAt > 0) list.current?.querySelector("button")?.focus();
  }, [outcome, readAt]);
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
      {outcome === "answer" && unused.length > 0 && <p className={classes.note}>Not used: {unused.join(", ")}</p>}
      {query && answer.result && (
        <AnswerPanel
          title={answer.panel?.title ?? assumptions.map(({ label }) => label).join(", ")}
          panel={answer.panel}
          query={query}
          result={answer.result}
          readAt={readAt}
          catalogue={catalogue}
        />
      )}
      {open && (
        <p className={classes.open}>
          <Button
            size="compact-sm"
            variant="default"
            rightSection={<IconArrowRight size={14} stroke={1.5} aria-hidden="true" />}
            renderRoot={(props) => <Link to={open.path} search={withAccessedTenant(open.query)} {...props} />}
          >
            Open in report
          </Button>
          {open.leftOut.length > 0 && (
            <span className={classes.note}>The report opens without: {open.leftOut.join(", ")}</span>
          )}
        </p>
      )}
    </div>
  );
}
