import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import "@mantine/core/styles/ScrollArea.css";
import type { SourceColumn } from "@console/contracts";
import { Autocomplete, type ComboboxItem, type OptionsFilter } from "@mantine/core";
import classes from "./mapping.module.css";

type Props = {
  columns: readonly SourceColumn[];
  label: string;
  isRequired: boolean;
  value: string;
  placeholder: string;
  error: string | undefined;
  onChange: (column: string) => void;
};

const mostShown = 100;

/** A column of a source: one of those that were seen, or any other that is typed. */
export function ColumnField({ columns, label, isRequired, value, placeholder, error, onChange }: Props) {
  return (
    <Autocomplete
      size="xs"
      label={label}
      withAsterisk={isRequired}
      placeholder={placeholder}
      value={value}
      error={error}
      data={columns.map(({ name }) => name)}
      filter={matching}
      limit={mostShown}
      maxLength={500}
      maxDropdownHeight={280}
      spellCheck={false}
      autoComplete="off"
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.value}
          <span className={classes.samples}>
            {columns.find(({ name }) => name === option.value)?.samples.join(" · ")}
          </span>
        </span>
      )}
      onChange={onChange}
    />
  );
}

/** Beside a column that is chosen all others are shown, so that another can be taken. */
const matching: OptionsFilter = ({ options, search }) => {
  const items = options as ComboboxItem[];
  const typed = search.trim().toLowerCase();
  if (items.some(({ value }) => value === search)) return items;
  return items.filter(({ value }) => value.toLowerCase().includes(typed));
};
