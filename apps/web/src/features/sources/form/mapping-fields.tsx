import { ActionIcon, Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import classes from "./connection-form.module.css";
import { FormSection } from "./form-section.tsx";
import { type AccountLabel, accountLabels, type FieldRow } from "./mapping-values.ts";
import type { ConnectionFormState } from "./use-connection-form.ts";

/** How the source's fields become ours. */
export function MappingFields({ form }: { form: ConnectionFormState }) {
  return form.values.kind === "tookan" ? <AccountLabels form={form} /> : <Columns form={form} />;
}

function AccountLabels({ form: { values, errors, change } }: { form: ConnectionFormState }) {
  const { mapping } = values;
  return (
    <FormSection
      title="Custom fields"
      words="What the account calls these fields of a task. Leave empty what it does not have."
    >
      <div className={classes.fields}>
        {(Object.keys(accountLabels) as AccountLabel[]).map((name) => (
          <TextInput
            key={name}
            label={accountLabels[name]}
            maxLength={120}
            value={mapping.labels[name] ?? ""}
            error={errors[`mapping.${name}`]}
            onChange={({ currentTarget: { value } }) =>
              change({ mapping: { ...mapping, labels: { ...mapping.labels, [name]: value } } })
            }
          />
        ))}
      </div>
    </FormSection>
  );
}

const emptyRow: FieldRow = { field: "", from: "", kept: {} };

function Columns({ form: { values, errors, change } }: { form: ConnectionFormState }) {
  const { mapping } = values;
  const { fact, rows } = mapping;
  const isOwn = fact !== "" || rows.length > 0;
  const changeRow = (index: number, part: Partial<FieldRow>) =>
    change({ mapping: { ...mapping, rows: rows.map((row, at) => (at === index ? { ...row, ...part } : row)) } });
  return (
    <FormSection title="Mapping" words="Which column of the source fills which field of ours.">
      <div className={classes.fields}>
        <NativeSelect
          label="Columns"
          value={isOwn ? "own" : "names"}
          data={[
            { value: "names", label: "Match columns by their names" },
            { value: "own", label: "As written here" },
          ]}
          onChange={({ currentTarget }) =>
            change({ mapping: { ...mapping, fact: "", rows: currentTarget.value === "own" ? [emptyRow] : [] } })
          }
        />
        {isOwn && (
          <TextInput
            label="Table"
            placeholder="sale_lines"
            spellCheck={false}
            maxLength={64}
            value={fact}
            error={errors["mapping.fact"] ?? errors.mapping}
            onChange={({ currentTarget }) => change({ mapping: { ...mapping, fact: currentTarget.value } })}
          />
        )}
      </div>
      {isOwn && (
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
                  aria-label={`Take out ${row.field || `row ${index + 1}`}`}
                  onClick={() => change({ mapping: { ...mapping, rows: rows.filter((_, at) => at !== index) } })}
                >
                  <IconX size={16} stroke={1.5} aria-hidden="true" />
                </ActionIcon>
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
      )}
    </FormSection>
  );
}
