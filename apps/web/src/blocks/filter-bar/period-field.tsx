import type { PeriodName, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { formatDate } from "@console/figures/format";
import { resolvePeriod } from "@console/figures/periods";
import { Button, TextInput } from "@mantine/core";
import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import { type ReactNode, type SyntheticEvent, useDeferredValue, useState } from "react";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./filter-bar.module.css";
import { FilterPopover } from "./filter-popover.tsx";
import type { Reach } from "./reach.ts";
import { periodLabel, periodWords } from "./view-words.ts";

type Props = {
  view: ReportView;
  byDefault: PeriodName;
  today: string;
  reach?: Reach | undefined;
  onView: (next: ReportView) => void;
};

/** The first and the last day as they are typed. */
function toDraft({ from = "", to }: ReportView): { from: string; to: string } {
  return { from, to: to ? addDays(to, -1) : "" };
}

/** Keeps the room of fields for days, which are slow to draw, until the names of periods are seen. */
function AfterPaint({ children }: { children: ReactNode }) {
  const isPainted = useDeferredValue(true, false);
  return isPainted ? children : <div className={classes.rangeRoom} />;
}

/** The period: by its name, or from one day to another. */
export function PeriodField({ view, byDefault, today, reach, onView }: Props) {
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const [draft, setDraft] = useState(() => toDraft(view));
  const [problem, setProblem] = useState<string | null>(null);
  const { period: _period, from: _from, to: _to, ...rest } = view;
  const isNamed = !view.from && !view.to;
  const choose = (next: Partial<ReportView>) => {
    onView({ ...rest, ...next } as ReportView);
    setIsOpen(false);
  };
  const open = (isOpening: boolean) => {
    setIsOpen(isOpening);
    setDraft(toDraft(view));
    setProblem(null);
  };
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
    else choose({ from, to: addDays(to, 1) });
  };
  return (
    <FilterPopover
      isOpen={isOpen}
      onOpen={open}
      target={
        <Button
          variant="default"
          size="sm"
          className={classes.period}
          onClick={() => open(!isOpen)}
          leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} stroke={1.5} aria-hidden="true" />}
        >
          {periodLabel(view, byDefault, formats)}
        </Button>
      }
    >
      <ul className={classes.periods} aria-label="Periods">
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              className={classes.item}
              aria-current={isNamed && (view.period ?? byDefault) === name}
              onClick={() => choose({ period: name === byDefault ? undefined : name })}
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
    </FilterPopover>
  );
}
