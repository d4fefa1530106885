import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/Paper.css";
import type { ReportDefinition, ReportView } from "@console/contracts";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { ChoiceField } from "./choice-field.tsx";
import classes from "./filter-bar.module.css";
import { FilterChips } from "./filter-chips.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import { toFilters } from "./filter-view.ts";
import { PeriodField } from "./period-field.tsx";
import type { Reach } from "./reach.ts";
import { basisWords, comparisonWords, grainWords, nearComparisonWords } from "./view-words.ts";

type Props = {
  report: Pick<ReportDefinition, "filters" | "defaults" | "bases">;
  view: ReportView;
  onView: (next: ReportView) => void;
  today: string;
  reach?: Reach;
  /** As of when the report is, where it does not say so elsewhere. */
  asOf?: ReactNode;
  /** Beside the choices, such as saving and sharing. */
  actions?: ReactNode;
};

/** Period, comparison and filters of a report. It holds nothing itself: the address does. */
export function FilterBar({ report, view, onView, today, reach, asOf, actions }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const isNarrow = useMediaQuery("(max-width: 600px)", false, { getInitialValueInEffect: false });
  const count = toFilters(view).length;
  const isDefault = Object.values(view).every((value) => value === undefined);
  const set = (part: Partial<ReportView>) => onView({ ...view, ...part } as ReportView);
  const choices = (
    <div className={classes.choices}>
      <ChoiceField
        label="Compare with"
        value={view.compare ?? report.defaults.compare}
        words={reach ? nearComparisonWords : comparisonWords}
        onChoice={(compare) => set({ compare: compare === report.defaults.compare ? undefined : compare })}
      />
      <ChoiceField
        label="Group by"
        value={view.grain ?? ""}
        words={grainWords}
        onChoice={(grain) => set({ grain: grain === "" ? undefined : grain })}
      />
      {report.bases.length > 1 && (
        <ChoiceField
          label="Date"
          value={view.basis ?? report.bases[0] ?? "due"}
          words={basisWords}
          onChoice={(basis) => set({ basis: basis === report.bases[0] ? undefined : basis })}
        />
      )}
    </div>
  );
  const said = asOf && <span className={classes.asOf}>{asOf}</span>;
  const acts = <div className={classes.actions}>{actions}</div>;
  const filters = (
    <div className={classes.row}>
      <FilterChips filters={report.filters} view={view} onView={onView} />
      {!isDefault && (
        <Button variant="subtle" size="compact-sm" onClick={() => onView({})}>
          Clear filters
        </Button>
      )}
      {!isNarrow && said}
      {!isNarrow && acts}
    </div>
  );
  return (
    <section className={classes.bar} aria-label="Period and filters">
      <div className={classes.row}>
        <PeriodField view={view} byDefault={report.defaults.period} today={today} reach={reach} onView={onView} />
        {isNarrow ? (
          <Button
            variant="default"
            size="sm"
            className={classes.opener}
            aria-haspopup="dialog"
            leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => setIsOpen(true)}
          >
            Filters{count > 0 && ` (${count})`}
          </Button>
        ) : (
          choices
        )}
        {isNarrow && acts}
      </div>
      {isNarrow ? said : filters}
      {isNarrow && isOpen && (
        <FilterSheet onClose={() => setIsOpen(false)}>
          {choices}
          {filters}
        </FilterSheet>
      )}
    </section>
  );
}
