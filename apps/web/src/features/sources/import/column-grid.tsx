import type { FieldMapping, FileColumn, SourceMapping, TargetField } from "@console/contracts";
import { NativeSelect } from "@mantine/core";
import classes from "./import-page.module.css";

type Props = {
  columns: readonly FileColumn[];
  fields: readonly TargetField[];
  mapping: SourceMapping;
  errors: Readonly<Record<string, string>>;
  onMapping: (mapping: SourceMapping) => void;
};

const dateStyles: readonly { value: NonNullable<FieldMapping["dates"]> | ""; label: string }[] = [
  { value: "", label: "Found out from the values" },
  { value: "iso", label: "2026-11-14" },
  { value: "dmy", label: "14/11/2026" },
  { value: "mdy", label: "11/14/2026" },
  { value: "ymd", label: "2026/11/14" },
  { value: "unix", label: "Seconds since 1970" },
  { value: "excel", label: "Numbers of a spreadsheet" },
];

/** Every field of the table with the column that fills it, and samples of that column. */
export function ColumnGrid({ columns, fields, mapping, errors, onMapping }: Props) {
  const change = (name: string, field: FieldMapping | null) => {
    const { [name]: _, ...others } = mapping.fields;
    onMapping({ ...mapping, fields: field ? { ...others, [name]: field } : others });
  };
  return (
    <ul className={classes.grid}>
      {fields.map((field) => {
        const { name, label, type, isRequired } = field;
        const mapped = mapping.fields[name];
        const column = columns.find((one) => one.name === mapped?.from);
        const isDate = type === "day" || type === "instant";
        return (
          <li key={name} className={classes.field}>
            <NativeSelect
              size="xs"
              label={label}
              withAsterisk={isRequired}
              value={mapped?.from ?? ""}
              error={errors[`mapping.fields.${name}`] ?? (isRequired && !mapped ? "Every row needs it." : undefined)}
              data={[
                { value: "", label: mapped?.constant ? `Always “${mapped.constant}”` : "No column" },
                ...columns.map((one) => ({ value: one.name, label: one.name })),
              ]}
              onChange={({ currentTarget: { value } }) => change(name, value ? { ...mapped, from: value } : null)}
            />
            {isDate && mapped?.from !== undefined && (
              <NativeSelect
                size="xs"
                aria-label={`How ${label} is written`}
                value={mapped.dates ?? ""}
                data={[...dateStyles]}
                onChange={({ currentTarget: { value } }) => {
                  const { dates: _, ...rest } = mapped;
                  const dates = value as NonNullable<FieldMapping["dates"]> | "";
                  change(name, { ...rest, ...(dates && { dates }) });
                }}
              />
            )}
            <p className={classes.samples}>
              {column ? column.samples.slice(0, 3).join(" · ") || "Empty column" : typeWords[type]}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const typeWords: Record<TargetField["type"], string> = {
  ...{ text: "Text", member: "Name", choice: "One of a few words", instant: "Date and time", day: "Day" },
  ...{ number: "Number", quantity: "Quantity", money: "Amount of money", flag: "Yes or no" },
};
