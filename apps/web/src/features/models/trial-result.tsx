import { type ModelTrial, type TrialQuestion, type TrialSide, trialGrades } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Button, Progress } from "@mantine/core";
import "@mantine/core/styles/Progress.css";
import { useQuery } from "@tanstack/react-query";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./models.module.css";
import { nameSide } from "./name-side.ts";
import { sayTime } from "./say-times.ts";

const readAgainMs = 1000;

/** Whether an evaluation waits or goes on. */
export function isGoingOn({ state }: Pick<ModelTrial, "state">): boolean {
  return state === "waiting" || state === "running";
}

/** One evaluation: how far it is, both sides beside each other, and every question. */
export function TrialResult({ id }: { id: string }) {
  const formats = useFormats();
  const cancel = useWrite("cancelModelTrial");
  const { data, error, refetch } = useQuery({
    ...read("readModelTrial", { trial: id }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isGoingOn(state.data) ? readAgainMs : false),
  });
  if (error && !data)
    return <ReadProblem title="The evaluation could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ShapedSkeleton label="Loading the evaluation" shape="list" />;
  const { total, done, problem, questions } = data;
  return (
    <section className={classes.stack} aria-label="Evaluation">
      <h2 className={classes.legend}>Evaluation of {formatInstant(data.createdAt, formats)}</h2>
      {isGoingOn(data) && (
        <div className={classes.pull}>
          <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label="Progress of the evaluation" />
          <span role="status">
            {formatNumber(done, formats)} of {formatNumber(total, formats)} answers
          </span>
          <div className={classes.actions}>
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ trial: id }, { onError: (failure) => showFailure("Evaluation", failure) })}
            >
              Cancel
            </Button>
          </div>
        </div>
      )}
      {data.state === "cancelled" && <p className={classes.quiet}>It was cancelled. What had come is kept.</p>}
      {problem && <p role="alert">{problem}</p>}
      {questions.length > 0 && (
        <>
          <WideTable
            name="Comparison"
            columns={describeSides(data)}
            rows={listMeasures(formats)}
            rowKey={({ label }) => label}
          />
          <p className={classes.quiet}>
            A side passes when it answers as many questions right as the other, no more wrong, and with no more numbers
            that are not verified.
          </p>
          <WideTable
            name="Questions"
            columns={describeQuestions(data, formats)}
            rows={questions}
            rowKey={(question) => question.case}
          />
        </>
      )}
    </section>
  );
}

type Measure = { label: string; tell: (side: TrialSide) => string };

function listMeasures(formats: FormatChoices): Measure[] {
  const count = (value: number) => formatNumber(value, formats);
  return [
    { label: "Result", tell: ({ passes }) => (passes === null ? "Not finished" : passes ? "Passed" : "Not passed") },
    { label: "Right", tell: ({ right, asked }) => `${count(right)} of ${count(asked)}` },
    { label: "Wrong", tell: ({ wrong }) => count(wrong) },
    { label: "Not answered", tell: ({ unanswered }) => count(unanswered) },
    { label: "Failed", tell: ({ failed }) => count(failed) },
    { label: "Numbers not verified", tell: ({ unverified }) => count(unverified) },
    { label: "Time, half within", tell: ({ time }) => (time ? sayTime(time.p50, formats) : "–") },
    { label: "Time, 95% within", tell: ({ time }) => (time ? sayTime(time.p95, formats) : "–") },
  ];
}

function describeSides({ a, b }: ModelTrial): PlainColumn<Measure>[] {
  return [
    { id: "measure", label: "Measure", isHeader: true, cell: ({ label }) => label },
    { id: "a", label: nameSide(a), cell: ({ tell }) => tell(a) },
    { id: "b", label: nameSide(b), cell: ({ tell }) => tell(b) },
  ];
}

function describeQuestions({ a, b }: ModelTrial, formats: FormatChoices): PlainColumn<TrialQuestion>[] {
  return [
    { id: "question", label: "Question", isHeader: true, cell: ({ question }) => question },
    { id: "expected", label: "Right is", cell: ({ expected }) => expected || "–" },
    { id: "a", label: nameSide(a), cell: (question) => <Answer answer={question.a} formats={formats} /> },
    { id: "b", label: nameSide(b), cell: (question) => <Answer answer={question.b} formats={formats} /> },
  ];
}

function Answer({ answer, formats }: { answer: TrialQuestion["a"]; formats: FormatChoices }) {
  if (!answer) return "–";
  const { grade, unverified, totalMs, answer: text } = answer;
  const facts = [
    trialGrades[grade],
    ...(unverified > 0 ? [`${formatNumber(unverified, formats)} not verified`] : []),
    sayTime(totalMs, formats),
  ];
  return (
    <>
      <strong>{facts.join(", ")}</strong>
      <p className={classes.answer} dir="auto">
        {text}
      </p>
    </>
  );
}
