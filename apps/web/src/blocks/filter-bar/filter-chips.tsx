import type { ReportDefinition, ReportView } from "@console/contracts";
import { useState } from "react";
import { AddFilter, FilterChip } from "./filter-chip.tsx";
import { toFilters, type ViewFilter, withFilter } from "./filter-view.ts";
import { MemberPicker } from "./member-picker.tsx";
import { sayFilter } from "./view-words.ts";

type Props = {
  filters: ReportDefinition["filters"];
  view: ReportView;
  onView: (next: ReportView) => void;
};

/** What the report is narrowed by, each with a way to change or take it away, and a way to add more. */
export function FilterChips({ filters, view, onView }: Props) {
  const [edited, setEdited] = useState<string | null>(null);
  const chosen = toFilters(view);
  const findFilter = (dimension: string) => filters.find((one) => one.dimension === dimension);
  const labelForFilter = (dimension: string) => findFilter(dimension)?.label ?? dimension;
  const apply = (filter: ViewFilter) => {
    onView(withFilter(view, filter));
    setEdited(null);
  };
  const free = filters.filter(({ dimension }) => !chosen.some((one) => one.dimension === dimension));
  return (
    <>
      {chosen.map((filter) => (
        <FilterChip
          key={filter.dimension}
          label={labelForFilter(filter.dimension)}
          words={sayFilter(filter, "")}
          isOpen={edited === filter.dimension}
          onOpen={(isOpen) => setEdited(isOpen ? filter.dimension : null)}
          onRemove={() => apply({ ...filter, members: [] })}
        >
          <MemberPicker
            label={labelForFilter(filter.dimension)}
            fixed={findFilter(filter.dimension)?.members ?? null}
            filter={filter}
            onApply={apply}
          />
        </FilterChip>
      ))}
      {free.length > 0 && (
        <AddFilter filters={free.map(({ dimension, label }) => ({ name: dimension, label }))}>
          {(dimension, onEnd) => (
            <MemberPicker
              label={labelForFilter(dimension)}
              fixed={findFilter(dimension)?.members ?? null}
              filter={{ dimension, isExcluded: false, members: [] }}
              onApply={(filter) => {
                onEnd();
                apply(filter);
              }}
            />
          )}
        </AddFilter>
      )}
    </>
  );
}
