import type { ComputedColumn, FieldMapping, SourceColumn, SourceMapping, TargetField } from "@console/contracts";
import { Button, NativeSelect } from "@mantine/core";
import { withComputed } from "./change-computed.ts";
import { ColumnField } from "./column-field.tsx";
import { ColumnStyle } from "./column-style.tsx";
import { FieldOptions } from "./field-options.tsx";
import classes from "./mapping.module.css";
import { ValueNames } from "./value-names.tsx";

type Suggestion = {
  fields: SourceMapping["fields"];
  reasons: Readonly<Record<string, string>>;
  /** What can be computed for fields whose column is not what they take. */
  computed: Readonly<Record<string, ComputedColumn>>;
};

type Props = {
  columns: readonly SourceColumn[];
  fields: readonly TargetField[];
  mapping: SourceMapping;
  errors: Readonly<Record<string, string>>;
  /** What was suggested for fields, and why. */
  suggestion?: Suggestion | undefined;
  /** A source may have columns that its first rows do not show: these are typed. */
  takesText?: boolean;
  onMapping: (mapping: SourceMapping) => void;
};

/** Every field of the table with the column that fills it, and samples of that column. */
export function ColumnGrid({ columns, fields, mapping, errors, suggestion, takesText = false, onMapping }: Props) {
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
        const offered = suggestion?.computed[name];
        const error =
          errors[`mapping.fields.${name}`] ??
          errors[`mapping.fields.${name}.from`] ??
          (isRequired && !isFilled ? "Required." : undefined);
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
                onChange={({ currentTarget: { value } }) => {
                  const { from: _, ...rest } = mapped ?? {};
                  if (value) change(name, { ...rest, from: value });
                  else change(name, Object.keys(rest).length > 0 ? rest : null);
                }}
              />
            )}
            {suggestion?.reasons[name] && suggestion.fields[name]?.from === (mapped?.from || undefined) && (
              <p className={classes.evidence}>{suggestion.reasons[name]}</p>
            )}
            {offered && !isFilled && (
              <Button
                size="compact-xs"
                variant="default"
                className={classes.offer}
                onClick={() => onMapping(withComputed(mapping, name, offered))}
              >
                Compute {label}
              </Button>
            )}
            {mapped?.from && (
              <ColumnStyle field={field} mapped={mapped} column={column} onChange={(next) => change(name, next)} />
            )}
            <p className={classes.samples}>
              {column
                ? column.samples.slice(0, 3).join(" · ") || "Empty column"
                : mapped?.from
                  ? "Not in the sample"
                  : typeWords[type]}
            </p>
            {name !== "source_key" && (
              <FieldOptions
                field={field}
                mapped={mapped}
                onChange={(next) => change(name, Object.keys(next).length > 0 ? next : null)}
              />
            )}
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
  currency: "Currency",
  flag: "Yes or no",
};
