import type { PeriodName, ReportView } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconCalendar, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { afterPaint } from "../../lib/after-paint.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./filter-bar.module.css";
import { FilterPopover } from "./filter-popover.tsx";
import { PeriodChoices } from "./period-choices.tsx";
import type { Reach } from "./reach.ts";
import { periodLabel } from "./view-words.ts";

type Props = {
  view: ReportView;
  byDefault: PeriodName;
  today: string;
  reach?: Reach | undefined;
  onView: (next: ReportView) => void;
};

/** The period: by its name, or from one day to another. */
export function PeriodField({ view, byDefault, today, reach, onView }: Props) {
  const formats = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const { period: _period, from: _from, to: _to, ...rest } = view;
  return (
    <FilterPopover
      isOpen={isOpen}
      onOpen={setIsOpen}
      target={
        <Button
          variant="default"
          size="sm"
          className={classes.period}
          onClick={() => setIsOpen(!isOpen)}
          leftSection={<IconCalendar size={16} stroke={1.5} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} stroke={1.5} aria-hidden="true" />}
        >
          {periodLabel(view, byDefault, formats)}
        </Button>
      }
    >
      <PeriodChoices
        view={view}
        byDefault={byDefault}
        today={today}
        reach={reach}
        onChoice={(next) => {
          setIsOpen(false);
          afterPaint(() => onView({ ...rest, ...next } as ReportView));
        }}
      />
    </FilterPopover>
  );
}
