import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { ValueNames } from "../../mapping/value-names.tsx";
import { fieldWords } from "../../source-words.ts";
import classes from "./connection-form.module.css";
import { emptyRow, type FieldRow } from "./mapping-values.ts";
import type { ConnectionFormState } from "./use-connection-form.ts";

/** Columns and fields by their names, for a source that cannot be looked into. */
export function TypedColumns({ form: { values, errors, change } }: { form: ConnectionFormState }) {
  const { mapping } = values;
  const { rows } = mapping;
  const changeRow = (index: number, part: Partial<FieldRow>) =>
    change({ mapping: { ...mapping, rows: rows.map((row, at) => (at === index ? { ...row, ...part } : row)) } });
  return (
    <>
      <p className={`${classes.column} ${classes.heads}`} aria-hidden="true">
        <span>Column of the source</span>
        <span>Our field</span>
      </p>
      <ul className={classes.columns} aria-label="Columns and fields">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place while its field is typed
          <li key={index} className={classes.column}>
            <TextInput
              size="xs"
              aria-label={`Column ${index + 1} of the source`}
              placeholder={values.kind === "rest" ? "/customer/name" : "customer_name"}
              value={row.from}
              error={errors[`mapping.fields.${row.field}.from`]}
              onChange={({ currentTarget }) => changeRow(index, { from: currentTarget.value })}
            />
            <TextInput
              size="xs"
              aria-label={`Our field ${index + 1}`}
              placeholder="customer"
              spellCheck={false}
              value={row.field}
              error={errors[`mapping.fields.${row.field}`]}
              onChange={({ currentTarget }) => changeRow(index, { field: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={`Remove ${row.field || `row ${index + 1}`}`}
              onClick={() => change({ mapping: { ...mapping, rows: rows.filter((_, at) => at !== index) } })}
            >
              <IconX size={16} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
            {row.rest.values && (
              <ValueNames
                label={fieldWords(row.field)}
                values={row.rest.values}
                onChange={(names) => changeRow(index, { rest: { ...row.rest, values: names } })}
              />
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => change({ mapping: { ...mapping, rows: [...rows, emptyRow] } })}
        >
          Add field
        </Button>
      </div>
    </>
  );
}
