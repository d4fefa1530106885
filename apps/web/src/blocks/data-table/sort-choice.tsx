import "@mantine/core/styles/Input.css";
import { ActionIcon, NativeSelect } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import classes from "./data-table.module.css";
import { firstSort, reversed, type TableColumn, type TableSort, toHeading } from "./table-shape.ts";

type Props = {
  columns: readonly TableColumn[];
  currency: string;
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
};

/** The order of the rows where there are no headings to press: by which column, and which way round. */
export function SortChoice({ columns, currency, sort, onSort }: Props) {
  const sortable = columns.filter(({ isSortable }) => isSortable);
  const isUp = sort?.dir === "asc";
  const Mark = isUp ? IconSortAscending : IconSortDescending;
  const choose = (id: string) => {
    const column = sortable.find((one) => one.id === id);
    onSort(column ? firstSort(column) : null);
  };
  return (
    <div className={classes.sort}>
      <NativeSelect
        size="xs"
        className={classes.sortColumn}
        aria-label="Sort by"
        value={sort?.by ?? ""}
        data={[
          { value: "", label: "Sort: default order" },
          ...sortable.map((column) => ({ value: column.id, label: `Sort: ${toHeading(column, currency)}` })),
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {sort && (
        <ActionIcon
          variant="default"
          size={30}
          aria-label={isUp ? "Ascending, reverse" : "Descending, reverse"}
          title={isUp ? "Ascending" : "Descending"}
          onClick={() => onSort(reversed(sort))}
        >
          <Mark size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      )}
    </div>
  );
}
