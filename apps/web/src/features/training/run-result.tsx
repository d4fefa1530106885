import type { Evaluation, EvaluationGrade, GradedQuestion } from "@console/contracts";
import { evaluationGrades } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button, Progress } from "@mantine/core";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import "@mantine/core/styles/Progress.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { countWords } from "./count-words.ts";
import classes from "./training.module.css";

const readAgainMs = 1000;
const ranks: Readonly<Record<EvaluationGrade, number>> = { right: 0, offered: 1, declined: 2, wrong: 3, broken: 4 };

type Part = "worse" | "better" | "missed" | "all";
const parts: Readonly<Record<Part, string>> = {
  worse: "Worse than before",
  better: "Better than before",
  missed: "Not right",
  all: "All questions",
};

const belongs: Readonly<Record<Part, (question: GradedQuestion) => boolean>> = {
  worse: ({ grade, before }) => before !== null && ranks[grade] > ranks[before],
  better: ({ grade, before }) => before !== null && ranks[grade] < ranks[before],
  missed: ({ grade }) => grade !== "right",
  all: () => true,
};

/** Whether a run waits or goes on. */
export function isGoingOn({ state }: Pick<Evaluation, "state">): boolean {
  return state === "waiting" || state === "running";
}

const columns: PlainColumn<GradedQuestion>[] = [
  { id: "question", label: "Question", isHeader: true, cell: ({ question }) => question },
  { id: "expected", label: "Right is", cell: ({ expected }) => expected },
  { id: "answer", label: "Answer", cell: ({ answer }) => answer },
  { id: "grade", label: "Grade", cell: ({ grade }) => evaluationGrades[grade] },
  { id: "before", label: "Before", cell: ({ before }) => (before ? evaluationGrades[before] : "–") },
];

/** One run: how far it is, what became better and worse since the run before, and every question. */
export function RunResult({ id }: { id: string }) {
  const formats = useFormats();
  const [chosen, setChosen] = useState<Part | null>(null);
  const cancel = useWrite("cancelEvaluation");
  const { data, error, refetch } = useQuery({
    ...read("readEvaluation", { evaluation: id }),
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data) ? readAgainMs : false),
  });
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The run could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading the run" shape="list" />;
  const { questions, total, done, grades, comparedWith, problem } = data;
  const count = (part: Part) => questions.filter(belongs[part]).length;
  const first = (["worse", "better", "missed", "all"] as const).find((part) => count(part) > 0) ?? "all";
  const shown = chosen ?? first;
  const graded = questions.length;
  return (
    <section className={classes.step} aria-label="Run">
      <h3>Run of {formatInstant(data.createdAt, formats)}</h3>
      {isGoingOn(data) && (
        <div className={classes.progress}>
          <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Progress of the run" />
          <span role="status">
            {done} of {countWords(total, "question")} asked
          </span>
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate({ evaluation: id }, { onError: (failure) => showFailure("Evaluation", failure) })
            }
          >
            Cancel
          </Button>
        </div>
      )}
      {problem && <p role="alert">{problem}</p>}
      {graded > 0 && (
        <p>
          {grades.right} of {graded} right, {grades.offered} after one choice, {grades.declined} not answered,{" "}
          {grades.wrong} wrong{grades.broken > 0 && `, ${grades.broken} not comparable`}.{" "}
          {comparedWith
            ? `Since the run of ${formatInstant(comparedWith, formats)}: ${count("better")} better, ${count("worse")} worse.`
            : "There is no run before it to compare with."}
        </p>
      )}
      {graded > 0 && (
        <>
          <fieldset className={classes.words} aria-label="Questions shown">
            {(Object.keys(parts) as Part[]).map((part) => (
              <Button
                key={part}
                size="compact-sm"
                variant={part === shown ? "filled" : "default"}
                aria-pressed={part === shown}
                onClick={() => setChosen(part)}
              >
                {parts[part]} ({count(part)})
              </Button>
            ))}
          </fieldset>
          {count(shown) === 0 ? (
            <p className={classes.quiet}>None.</p>
          ) : (
            <WideTable
              name={parts[shown]}
              columns={columns}
              rows={questions.filter(belongs[shown])}
              rowKey={({ case: one }) => one}
            />
          )}
        </>
      )}
    </section>
  );
}
