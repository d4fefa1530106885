import type { RouteOutput, Routes } from "@console/contracts";
import { evaluationGrades } from "@console/contracts";
import { Button } from "@mantine/core";
import { useState } from "react";
import detail from "../../blocks/detail/detail.module.css";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { callApi } from "../../lib/api.ts";
import { countWords } from "./count-words.ts";
import classes from "./training.module.css";

type Trial = RouteOutput<Routes["tryTraining"]>;
type Moved = Trial["better"][number];
type Props = { entity: "words" | "examples" | "answers"; id: string };

const columns: PlainColumn<Moved>[] = [
  { id: "question", label: "Question", cell: ({ question }) => question, isHeader: true },
  { id: "set", label: "Set", cell: ({ set }) => set },
  { id: "before", label: "Without it", cell: ({ before }) => evaluationGrades[before] },
  { id: "after", label: "With it", cell: ({ after }) => evaluationGrades[after] },
  { id: "answer", label: "Answer with it", cell: ({ answer }) => answer },
];

/** Tries something that is not in use: its own question, and what becomes better and worse in the evaluation sets. */
export function TrialTab({ entity, id }: Props) {
  const [trial, setTrial] = useState<Trial | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const tryIt = async () => {
    setBusy(true);
    setError(null);
    try {
      setTrial(await callApi("tryTraining", { entity, id }));
    } catch (problem) {
      setError(problem as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.trace}>
      <p className={detail.quiet}>
        Asks the questions of the evaluation sets that guard training, with it and without it. Nothing changes.
      </p>
      <Button variant="default" className={classes.start} loading={isBusy} onClick={() => void tryIt()}>
        {trial ? "Try again" : "Try it"}
      </Button>
      {error && <ReadProblem heading="h3" title="It could not be tried" error={error} onRetry={() => void tryIt()} />}
      {trial && !error && <TrialResult trial={trial} />}
    </div>
  );
}

function TrialResult({ trial: { own, better, worse, questions, sets } }: { trial: Trial }) {
  return (
    <div className={classes.trace} role="status">
      {own && (
        <section className={classes.step}>
          <h3>“{own.question}”</h3>
          <p>
            {own.isRight ? "Answered as expected: " : "Not answered as expected: "}
            {own.answer}
          </p>
        </section>
      )}
      <section className={classes.step}>
        <h3>Evaluation sets</h3>
        {questions === 0 ? (
          <p className={classes.quiet}>
            No evaluation set guards training here. Switch on “Before training changes” in one to see what it makes
            better and worse.
          </p>
        ) : (
          <p>
            {countWords(questions, "question")} of {countWords(sets, "set")} asked: {better.length} better,{" "}
            {worse.length} worse.
          </p>
        )}
        {worse.length > 0 && <MovedTable name="Worse" rows={worse} />}
        {better.length > 0 && <MovedTable name="Better" rows={better} />}
      </section>
    </div>
  );
}

function MovedTable({ name, rows }: { name: string; rows: readonly Moved[] }) {
  return (
    <>
      <h4>{name}</h4>
      <WideTable
        name={name}
        columns={columns}
        rows={rows}
        rowKey={({ set, question }) => JSON.stringify([set, question])}
      />
    </>
  );
}
