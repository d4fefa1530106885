import { Button } from "@mantine/core";
import { IconFilter, IconX } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./filter-bar.module.css";
import { FilterPopover } from "./filter-popover.tsx";

type ChipProps = {
  /** What it chooses, such as what it filters by. */
  label: string;
  /** What its removal is called. */
  removal?: string;
  /** What stands behind the label, such as ": Zone A". */
  words: string;
  /** Stands behind the words, where it is looked up. */
  more?: ReactNode;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** Left out where nothing works without it. */
  onRemove?: (() => void) | undefined;
  /** What changes it; left out where it can only be taken away. */
  children?: ReactNode;
};

/** A choice that is in force, such as a filter, with a way to change it and one to take it away. */
export function FilterChip({ label, removal, words, more, isOpen, onOpen, onRemove, children }: ChipProps) {
  const said = (
    <>
      {label}
      {words}
      {more}
    </>
  );
  const textClass = onRemove ? classes.chipText : `${classes.chipText} ${classes.alone}`;
  return (
    <div className={classes.chip}>
      {children ? (
        <FilterPopover
          isOpen={isOpen}
          onOpen={onOpen}
          target={
            <button type="button" className={textClass} onClick={() => onOpen(true)}>
              {said}
            </button>
          }
        >
          {children}
        </FilterPopover>
      ) : (
        <span className={`${textClass} ${classes.fixed}`}>{said}</span>
      )}
      {onRemove && (
        <button
          type="button"
          className={classes.remove}
          aria-label={removal ?? `Remove the filter ${label}`}
          onClick={onRemove}
        >
          <IconX size={14} stroke={1.5} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

type AddProps = {
  /** What can still be filtered by. */
  filters: readonly { name: string; label: string }[];
  /** What sets the chosen one; it calls `onEnd` when it has. */
  children: (name: string, onEnd: () => void) => ReactNode;
};

/** Adds a filter: first what to filter by, then by which values. */
export function AddFilter({ filters, children }: AddProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState<string | null>(null);
  const open = (isOpening: boolean) => {
    setIsOpen(isOpening);
    setName(null);
  };
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
      {name !== null ? (
        children(name, () => open(false))
      ) : (
        <ul className={classes.periods} aria-label="What to filter by">
          {filters.map((one) => (
            <li key={one.name}>
              <button type="button" className={classes.item} onClick={() => setName(one.name)}>
                {one.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FilterPopover>
  );
}
