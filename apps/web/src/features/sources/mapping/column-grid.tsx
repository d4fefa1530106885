import type { FieldMapping, SourceColumn, SourceMapping, TargetField } from "@console/contracts";
import { NativeSelect } from "@mantine/core";
import { ColumnField } from "./column-field.tsx";
import classes from "./mapping.module.css";
import { ValueNames } from "./value-names.tsx";

type Props = {
  columns: readonly SourceColumn[];
  fields: readonly TargetField[];
  mapping: SourceMapping;
  errors: Readonly<Record<string, string>>;
  /** A source may have columns that its first rows do not show: these are typed. */
  takesText?: boolean;
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
export function ColumnGrid({ columns, fields, mapping, errors, takesText = false, onMapping }: Props) {
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
        const isFilled = Boolean(mapped?.from || mapped?.constant);
        const error =
          errors[`mapping.fields.${name}`] ??
          errors[`mapping.fields.${name}.from`] ??
          (isRequired && !isFilled ? "Every row needs it." : undefined);
        const isDate = type === "day" || type === "instant";
        return (
          <li key={name} className={classes.field}>
            {takesText ? (
              <ColumnField
                columns={columns}
                label={label}
                isRequired={isRequired}
                error={error}
                value={mapped?.from ?? ""}
                placeholder={mapped?.constant ? `Always “${mapped.constant}”` : "No column"}
                // What else is known of the field stays while its column is typed anew.
                onChange={(from) => change(name, { ...mapped, from })}
              />
            ) : (
              <NativeSelect
                size="xs"
                label={label}
                withAsterisk={isRequired}
                value={mapped?.from ?? ""}
                error={error}
                data={[
                  { value: "", label: mapped?.constant ? `Always “${mapped.constant}”` : "No column" },
                  ...columns.map((one) => ({ value: one.name, label: one.name })),
                ]}
                onChange={({ currentTarget: { value } }) => change(name, value ? { ...mapped, from: value } : null)}
              />
            )}
            {isDate && mapped?.from && (
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
              {column
                ? column.samples.slice(0, 3).join(" · ") || "Empty column"
                : mapped?.from
                  ? "Not in the rows that were read"
                  : typeWords[type]}
            </p>
            {takesText && mapped?.values && (
              <ValueNames
                label={label}
                values={mapped.values}
                onChange={(values) => change(name, { ...mapped, values })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const typeWords: Record<TargetField["type"], string> = {
  text: "Text",
  member: "Name",
  choice: "One of a few words",
  instant: "Date and time",
  day: "Day",
  number: "Number",
  quantity: "Quantity",
  money: "Amount of money",
  flag: "Yes or no",
};
