import type { PeriodName, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { formatDate } from "@console/figures/format";
import { resolvePeriod } from "@console/figures/periods";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, type SyntheticEvent, useDeferredValue, useState } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./filter-bar.module.css";
import type { Reach } from "./reach.ts";
import { periodWords } from "./view-words.ts";

type Period = Pick<ReportView, "period" | "from" | "to">;

type Props = {
  view: Period;
  /** Undefined where no period is meant by itself: then each has its name. */
  byDefault: PeriodName | undefined;
  today: string;
  reach?: Reach | undefined;
  onChoice: (next: Period) => void;
};

/** The first and the last day as they are typed. */
function toDraft({ from = "", to }: Period): { from: string; to: string } {
  return { from, to: to ? addDays(to, -1) : "" };
}

/** Keeps the room of fields for days, which are slow to draw, until the names of periods are seen. */
function AfterPaint({ children }: { children: ReactNode }) {
  const isPainted = useDeferredValue(true, false);
  return isPainted ? children : <div className={classes.rangeRoom} />;
}

/** Periods by their names, and days to be typed; what opens them makes them anew each time. */
export function PeriodChoices({ view, byDefault, today, reach, onChoice }: Props) {
  const formats = useFormats();
  const [draft, setDraft] = useState(() => toDraft(view));
  const [problem, setProblem] = useState<string | null>(null);
  const isNamed = !view.from && !view.to;
  const names = (Object.keys(periodWords) as PeriodName[]).filter(
    (name) => !reach || resolvePeriod(name, today).from >= reach.first,
  );
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    const { from, to } = draft;
    if (!from || !to) setProblem("Give the first and the last day.");
    else if (from > to) setProblem("The last day is before the first.");
    else if (from > today) setProblem("The first day is in the future.");
    else if (reach && from < reach.first)
      setProblem(`Only days from ${formatDate(reach.first, formats)} on are shown.`);
    else if (reach && to > reach.last) setProblem("The last day is in the future.");
    else onChoice({ from, to: addDays(to, 1) });
  };
  return (
    <>
      <ul className={classes.periods} aria-label="Periods">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={classes.item}
              aria-current={isNamed && (view.period ?? byDefault) === name}
              onClick={() => onChoice({ period: name === byDefault ? undefined : name })}
            >
              {periodWords[name]}
            </button>
          </li>
        ))}
      </ul>
      <AfterPaint>
        <form className={classes.range} onSubmit={apply}>
          <TextInput
            type="date"
            label="First day"
            min={reach?.first}
            max={today}
            value={draft.from}
            onChange={(event) => setDraft({ ...draft, from: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="Last day"
            min={reach?.first}
            max={reach?.last}
            value={draft.to}
            error={problem}
            onChange={(event) => setDraft({ ...draft, to: event.currentTarget.value })}
          />
          {/* A click of its own, because a frame may allow no forms to be sent. */}
          <Button type="submit" size="sm" onClick={apply}>
            Apply days
          </Button>
        </form>
      </AfterPaint>
    </>
  );
}
