import "@mantine/core/styles/Input.css";
import type { RouteInput, RouteOutput, Routes } from "@console/contracts";
import { formatFigure, formatInstant } from "@console/figures/format";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type PlainColumn, PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { countWords } from "./count-words.ts";
import classes from "./training.module.css";

type Effect = RouteOutput<Routes["readTrainingEffect"]>;
type Props = Pick<RouteInput<Routes["readTrainingEffect"]>, "entity" | "id">;
type Side = Effect["before"] & { name: string };

const periods = [7, 14, 28, 90].map((days) => ({ value: String(days), label: `${days} days` }));

const verdicts: Readonly<Record<Effect["verdict"], string>> = {
  better: "Fewer thumbs-down than before.",
  worse: "More thumbs-down than before.",
  same: "No difference.",
  too_few: "Too few ratings to tell.",
};

const done: Readonly<Record<NonNullable<Effect["change"]>, string>> = {
  added: "Added",
  changed: "Changed",
  approved: "Approved",
  archived: "Archived",
  restored: "Restored",
  read: "New version searchable",
};

/** How answers to like questions were rated before and after a change of training. */
export function EffectTab({ entity, id }: Props) {
  const formats = useFormats();
  const [days, setDays] = useState("28");
  const { data, error, refetch } = useQuery(read("readTrainingEffect", { entity, id, days: Number(days) }));
  if (error && !data) {
    return (
      <ReadProblem heading="h3" title="The ratings could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading ratings" shape="list" />;
  const { since, change, daysAfter, before, after, verdict, questions } = data;
  if (since === null) return <p className={classes.quiet}>It has not been in use yet.</p>;
  const columns: PlainColumn<Side>[] = [
    { id: "name", label: "Time", isHeader: true, cell: ({ name }) => name },
    { id: "rated", label: "Ratings", isNumeric: true, cell: ({ rated }) => rated },
    { id: "down", label: "Thumbs-down", isNumeric: true, cell: ({ down }) => down },
    {
      id: "share",
      label: "Share",
      isNumeric: true,
      cell: ({ rated, down }) =>
        rated === 0 ? "–" : formatFigure(down / rated, { unit: "percent", currency: "" }, formats),
    },
  ];
  const sides: Side[] = [
    { name: `${days} days before`, ...before },
    {
      name: sayAfter(daysAfter, Number(days)),
      ...after,
    },
  ];
  return (
    <div className={classes.trace}>
      <NativeSelect
        label="Compare"
        className={classes.start}
        data={periods}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
      <section className={classes.step} aria-label="Ratings of like questions">
        <h3>{verdicts[verdict]}</h3>
        <p className={classes.quiet}>
          {change ? done[change] : "Changed"} {formatInstant(since, formats)}. Counted are ratings of answers to like
          questions.
        </p>
        <PlainTable
          name="Ratings of like questions"
          className={classes.ratings}
          columns={columns}
          rows={sides}
          rowKey={({ name }) => name}
        />
      </section>
      {questions.length > 0 && (
        <section className={classes.step} aria-label="Like questions">
          <h3>Like questions</h3>
          <ul>
            {questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** How long it has been in use, as far as it is compared. */
function sayAfter(passed: number, days: number): string {
  if (passed >= days) return `${countWords(days, "day")} after`;
  return passed === 0 ? "After, less than a day so far" : `After, ${countWords(passed, "day")} so far`;
}
