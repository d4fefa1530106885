import type { MetricAnswer, ReportPanel, RouteOutput, Routes } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { describePanel } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { useId, useMemo, useState } from "react";
import type { Search } from "../../lib/search.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { ChangeExplanation } from "../change-explanation/change-explanation.tsx";
import { PanelFrame } from "../report-view/panel-frame.tsx";
import type { SearchStep } from "../report-view/report-address.ts";
import { toRowsQuestion } from "../row-list/cell-question.ts";
import { QuestionRows } from "../row-list/rows-drawer.tsx";
import { sayQuestion } from "../row-list/use-cell-rows.ts";
import { AnswerRowActions } from "./answer-row-actions.tsx";
import { type AskedQuery, toPanelAnswer } from "./asked-query.ts";
import { describeAnswer } from "./describe-answer.ts";

/** What can be asked for. */
export type Catalogue = RouteOutput<Routes["listMetrics"]>;

type Props = {
  title: string;
  panel: ReportPanel | undefined;
  query: AskedQuery;
  result: MetricAnswer;
  /** The metrics that moved no more than usual; undefined where that is not known. */
  noise: readonly string[] | undefined;
  readAt: number;
  /** The report that shows its metric. */
  report: string | undefined;
  catalogue: Catalogue | undefined;
  /** Left out where nothing more can be asked from here. */
  onRun?: (query: AskedQuery, isChosen?: boolean) => void;
};

/** The figures of an answer as a panel, or as a table with all their columns where no panel shows them all. */
export function AnswerPanel({ title, panel: chosen, query, result, noise, readAt, report, catalogue, onRun }: Props) {
  const headingId = useId();
  const formats = useFormats();
  const today = catalogue?.today ?? addDays(result.time.to, -1);
  const isSplit = (query.dimensions?.length ?? 0) > 0 || query.grain !== undefined;
  const isWhole = chosen !== undefined && !(query.share && isSplit);
  const { panel, answer, reader, question, shown } = useMemo(() => {
    const [by = "period"] = query.dimensions ?? [];
    const panel: ReportPanel =
      chosen && isWhole ? chosen : { id: "answer", title, kind: "ranking", metrics: query.metrics, by, width: 12 };
    const answer = toPanelAnswer(panel, query, result, noise ?? []);
    const reader = { formats, today, annotations: [] };
    const question = answer.questions[0];
    const shown =
      isWhole || !question ? describePanel(panel, answer, reader) : describeAnswer(question, panel.title, reader);
    return { panel, answer, reader, question, shown };
  }, [chosen, isWhole, title, query, result, noise, formats, today]);

  const [opened, setOpened] = useState<{ cell: Cell; search: Search } | null>(null);
  const open = (cell: Cell) => setOpened({ cell, search: {} });
  const onSearch: SearchStep = (next) =>
    setOpened((now) => now && { ...now, search: typeof next === "function" ? next(now.search) : next });
  const rows = opened && toRowsQuestion(opened.cell, panel, answer, formats);
  const labels = catalogue?.dimensions.map(({ id, label }) => ({ dimension: id, label })) ?? [];
  return (
    <>
      <PanelFrame
        headingId={headingId}
        panel={panel}
        shown={shown}
        answer={answer}
        reader={reader}
        formats={formats}
        readAt={readAt}
        isJudged={noise !== undefined}
        onOpen={open}
        // An answer that is explained already has it below.
        onExplain={result.contributions || !onRun ? undefined : ({ query: why }) => onRun(why, true)}
      />
      {question && result.contributions && <ChangeExplanation question={question} reader={reader} onOpen={open} />}
      {opened && rows && (
        <QuestionRows
          question={rows}
          words={sayQuestion(rows, labels, formats)}
          search={opened.search}
          onSearch={onSearch}
          onClose={() => setOpened(null)}
          {...(report && {
            actions: (text) => <AnswerRowActions report={report} question={rows} text={text} search={opened.search} />,
          })}
        />
      )}
    </>
  );
}
