import type { AskAnswer } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { read } from "../../lib/queries.ts";
import { useNear } from "../report-view/use-near.ts";
import { ReadProblem } from "../states/read-problem.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { AnswerPanel } from "./answer-panel.tsx";
import { readQuery } from "./asked-query.ts";
import { OpenInReport } from "./open-in-report.tsx";
import classes from "./pinned-answer.module.css";

type Props = {
  pin: string;
  title: string;
  /** Whether it leads to the report that shows its figures. */
  hasReport?: boolean;
};

/** A pinned answer, asked again with the data of now; it loads by itself and tells its own troubles. */
export function PinnedAnswer({ pin, title, hasReport = false }: Props) {
  const room = useRef<HTMLDivElement>(null);
  const isNear = useNear(room);
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    ...read("readPin", { pin }),
    enabled: isNear,
    refetchInterval: 5 * 60_000,
  });
  return (
    <div ref={room} className={classes.room}>
      {data ? (
        <>
          <Figures answer={data} title={title} readAt={dataUpdatedAt} />
          {hasReport && data.open && <OpenInReport open={data.open} />}
        </>
      ) : (
        <section className={classes.card} aria-label={title}>
          <h3 className={classes.title}>{title}</h3>
          {error ? (
            <ReadProblem heading="h3" title="Not loaded" error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton label={`Loading ${title}`} lines={[60, 90, 80]} />
          )}
        </section>
      )}
    </div>
  );
}

type FiguresProps = { answer: AskAnswer; title: string; readAt: number };

/** The figures, or why there are none by now. */
function Figures({ answer, title, readAt }: FiguresProps) {
  const { data: catalogue } = useQuery({ ...read("listMetrics", {}), staleTime: 60_000 });
  const { query, result, panel, noise, open, text } = answer;
  if (!query || !result) {
    return (
      <section className={classes.card} aria-label={title}>
        <h3 className={classes.title}>{title}</h3>
        <p>{text}</p>
      </section>
    );
  }
  return (
    <AnswerPanel
      title={title}
      panel={panel && { ...panel, title }}
      query={readQuery(query)}
      result={result}
      noise={noise}
      readAt={readAt}
      report={open?.report}
      catalogue={catalogue}
    />
  );
}
