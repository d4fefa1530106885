import type { ReportDefinition, ReportView } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./filter-bar.module.css";
import { FilterPopover } from "./filter-popover.tsx";
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
  const labelForFilter = (dimension: string) => filters.find((one) => one.dimension === dimension)?.label ?? dimension;
  const membersForDimension = (dimension: string) =>
    filters.find((one) => one.dimension === dimension)?.members ?? null;
  const apply = (filter: ViewFilter) => {
    onView(withFilter(view, filter));
    setEdited(null);
  };
  const free = filters.filter(({ dimension }) => !chosen.some((one) => one.dimension === dimension));
  return (
    <>
      {chosen.map((filter) => (
        <FilterPopover
          key={filter.dimension}
          isOpen={edited === filter.dimension}
          onOpen={(isOpen) => setEdited(isOpen ? filter.dimension : null)}
          target={
            <span className={classes.chip}>
              <button type="button" className={classes.chipText} onClick={() => setEdited(filter.dimension)}>
                {sayFilter(filter, labelForFilter(filter.dimension))}
              </button>
              <button
                type="button"
                className={classes.remove}
                aria-label={`Remove the filter ${labelForFilter(filter.dimension)}`}
                onClick={() => apply({ ...filter, members: [] })}
              >
                <IconX size={14} stroke={1.5} aria-hidden="true" />
              </button>
            </span>
          }
        >
          <MemberPicker
            label={labelForFilter(filter.dimension)}
            fixed={membersForDimension(filter.dimension)}
            filter={filter}
            onApply={apply}
          />
        </FilterPopover>
      ))}
      {free.length > 0 && <AddFilter filters={free} onApply={apply} />}
    </>
  );
}

function AddFilter({
  filters,
  onApply,
}: {
  filters: ReportDefinition["filters"];
  onApply: (filter: ViewFilter) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const [dimension, setDimension] = useState<string | null>(null);
  const open = (isOpening: boolean) => {
    setIsOpen(isOpening);
    setDimension(null);
  };
  const picked = filters.find((one) => one.dimension === dimension);
  return (
    <FilterPopover
      isOpen={isOpen}
      onOpen={open}
      target={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconFilter size={14} stroke={1.5} aria-hidden="true" />}
          onClick={() => open(!isOpen)}
        >
          Add filter
        </Button>
      }
    >
      {picked ? (
        <MemberPicker
          label={picked.label}
          fixed={picked.members}
          filter={{ dimension: picked.dimension, isExcluded: false, members: [] }}
          onApply={(filter) => {
            open(false);
            onApply(filter);
          }}
        />
      ) : (
        <ul className={classes.periods} aria-label="What to filter by">
          {filters.map((one) => (
            <li key={one.dimension}>
              <button type="button" className={classes.item} onClick={() => setDimension(one.dimension)}>
                {one.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FilterPopover>
  );
}
