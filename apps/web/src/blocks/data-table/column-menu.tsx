import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/Popover.css";
import { ActionIcon, Button, Popover } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3 } from "@tabler/icons-react";
import { moveColumn, orderColumns, shownColumns, toggleColumn } from "./arrange-columns.ts";
import classes from "./column-menu.module.css";
import { ownLayout, type TableColumn, type TableLayout } from "./table-shape.ts";

type Props = { columns: readonly TableColumn[]; layout: TableLayout; onLayout: (next: TableLayout) => void };

/** Which columns are shown, and in which order. */
export function ColumnMenu({ columns, layout, onLayout }: Props) {
  const ordered = orderColumns(columns, layout);
  const shown = new Set(shownColumns(columns, layout).map(({ id }) => id));
  return (
    <Popover width={288} position="bottom-end" shadow="md" trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label="Columns" title="Columns">
          <IconColumns3 size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label="Columns">
        <ul className={classes.list}>
          {ordered.map(({ id, label }, place) => (
            <li key={id} className={classes.column}>
              <label className={classes.label}>
                <input
                  type="checkbox"
                  checked={shown.has(id)}
                  disabled={shown.size === 1 && shown.has(id)}
                  onChange={() => onLayout(toggleColumn(layout, id))}
                />
                <span>{label}</span>
              </label>
              <Mover label={`Move ${label} up`} isAtEnd={place === 0} onMove={() => move(id, -1)}>
                <IconArrowUp size={16} stroke={1.5} aria-hidden="true" />
              </Mover>
              <Mover label={`Move ${label} down`} isAtEnd={place === ordered.length - 1} onMove={() => move(id, 1)}>
                <IconArrowDown size={16} stroke={1.5} aria-hidden="true" />
              </Mover>
            </li>
          ))}
        </ul>
        <div className={classes.reset}>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onLayout({ ...ownLayout, isDense: layout.isDense })}
          >
            Reset columns
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );

  function move(id: string, step: -1 | 1) {
    onLayout(moveColumn(columns, layout, id, step));
  }
}

function Mover({
  label,
  isAtEnd,
  onMove,
  children,
}: {
  label: string;
  isAtEnd: boolean;
  onMove: () => void;
  children: React.ReactNode;
}) {
  return (
    // Not disabled: a button that the focus is on would lose it.
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} aria-disabled={isAtEnd} onClick={onMove}>
      {children}
    </ActionIcon>
  );
}
