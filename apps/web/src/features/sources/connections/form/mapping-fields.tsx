import type { ComputedColumn, SourceColumn, SourceSample } from "@console/contracts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useFormats } from "../../../../lib/use-formats.ts";
import { listUnused } from "../../mapping/change-computed.ts";
import { ColumnGrid } from "../../mapping/column-grid.tsx";
import { ComputedColumns } from "../../mapping/computed-columns.tsx";
import { hasKey, KeyChoice } from "../../mapping/key-choice.tsx";
import { ReturnChoice } from "../../mapping/return-choice.tsx";
import { SignChoice } from "../../mapping/sign-choice.tsx";
import { UnusedColumns } from "../../mapping/unused-columns.tsx";
import { fieldWords } from "../../source-words.ts";
import classes from "./connection-form.module.css";
import { FormSection } from "./form-section.tsx";
import {
  type AccountLabel,
  accountLabels,
  chosenMapping,
  emptyRow,
  type MappingValues,
  type SampleTable,
  withMapping,
  withTable,
} from "./mapping-values.ts";
import { ReadSample, SampleRows } from "./read-sample.tsx";
import { TypedColumns } from "./typed-columns.tsx";
import type { ConnectionFormState } from "./use-connection-form.ts";
import { useSample } from "./use-sample.ts";

/** How the source's fields become ours. */
export function MappingFields({ form }: { form: ConnectionFormState }) {
  const { kind } = form.values;
  return kind === "tookan" ? <AccountLabels form={form} /> : <Columns key={kind} form={form} />;
}

function AccountLabels({ form: { values, errors, change } }: { form: ConnectionFormState }) {
  const { mapping } = values;
  return (
    <FormSection
      title="Custom fields"
      words="The account's names for these task fields. Leave empty what it does not have."
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

function Columns({ form }: { form: ConnectionFormState }) {
  const { values, errors } = form;
  const { mapping, kind } = values;
  const formats = useFormats();
  const reading = useSample(form);
  // Without a row there are no columns to choose from.
  const sample = reading.sample && reading.sample.read > 0 ? reading.sample : null;
  const tables = sample?.tables ?? [];
  const table = tables.find(({ fact }) => fact === mapping.fact);
  const isOwn = mapping.fact !== "" || mapping.rows.length > 0 || mapping.computed.length > 0;
  const set = (next: MappingValues) => form.change({ mapping: next });
  const columns = listSourceColumns(sample);
  const chosen = chosenMapping(mapping) ?? { fact: mapping.fact, fields: {} };
  const fitting = tables.find(({ fact }) => fact === sample?.mapping.fact);
  return (
    <FormSection title="Mapping" words="Which source column fills which field.">
      {kind !== "file" && <ReadSample reading={reading} />}
      <div className={classes.fields}>
        <NativeSelect
          label="Columns"
          value={isOwn ? "own" : "names"}
          data={[
            { value: "names", label: "Match columns by their names" },
            { value: "own", label: "As written here" },
          ]}
          onChange={({ currentTarget }) => {
            const cleared = { ...mapping, fact: "", rows: [], computed: [], columnStyles: {}, rules: {} };
            if (currentTarget.value === "names") set(cleared);
            else set(fitting ? withTable(cleared, fitting) : { ...cleared, rows: [emptyRow] });
          }}
        />
        {isOwn && (
          <TableField tables={tables} mapping={mapping} set={set} error={errors["mapping.fact"] ?? errors.mapping} />
        )}
      </div>
      {isOwn && sample && table ? (
        <>
          <ColumnGrid
            takesText
            columns={[...columns, ...mapping.computed.map(describeComputed)]}
            fields={table.fields.filter(({ name }) => name !== "source_key")}
            mapping={chosen}
            errors={errors}
            suggestion={{ fields: sample.mapping.fields, reasons: sample.reasons, computed: sample.computed }}
            onMapping={(next) => set(withMapping(mapping, next))}
          />
          <UnknownFields table={table} mapping={mapping} set={set} />
          <UnusedColumns
            tenantId={values.tenantId}
            fact={mapping.fact}
            columns={listUnused(columns, chosen)}
            onKept={(field, column) => {
              set(withMapping(mapping, { ...chosen, fields: { ...chosen.fields, [field]: { from: column } } }));
              // Its name comes with the next sample.
              reading.read();
            }}
          />
        </>
      ) : (
        isOwn && <TypedColumns form={form} />
      )}
      {isOwn && (
        <>
          <h3 className={classes.subtitle}>Computed columns</h3>
          <p className={classes.quiet}>
            Computed from the columns of the source, such as a price times a quantity. Map them to fields like any other
            column.
          </p>
          <ComputedColumns
            source={{
              tenantId: values.tenantId,
              columns,
              // Every row of a query has the same columns; objects of a list need not.
              hasMoreColumns: kind !== "sql" || !sample,
              rows: sample?.rows ?? [],
            }}
            mapping={chosen}
            place="Row"
            errors={errors}
            onMapping={(next) => set(withMapping(mapping, next))}
          />
        </>
      )}
      {isOwn && sample && (
        <>
          <SignChoice choice={sample.signs} mapping={chosen} onMapping={(next) => set(withMapping(mapping, next))} />
          <ReturnChoice
            questions={sample.returns}
            mapping={chosen}
            onMapping={(next) => set(withMapping(mapping, next))}
          />
          {(!table || hasKey(table.fields)) && (
            <>
              <h3 className={classes.subtitle}>Row key</h3>
              <KeyChoice
                columns={[...columns, ...mapping.computed.map(describeComputed)]}
                mapping={chosen}
                error={errors["mapping.keyColumns"]}
                formats={formats}
                onMapping={(next) => set(withMapping(mapping, next))}
              />
            </>
          )}
        </>
      )}
      {sample && <SampleRows reading={{ ...reading, sample }} />}
    </FormSection>
  );
}

/** The columns that the source itself has: a sample shows those that were computed beside them. */
function listSourceColumns(sample: SourceSample | null): SourceColumn[] {
  const computed = new Set(sample?.mapping.computed?.map(({ name }) => name));
  return sample?.columns.filter(({ name }) => !computed.has(name)) ?? [];
}

/** A computed column to choose, known by its expression: the sample may be older than it. */
function describeComputed({ name, expression }: ComputedColumn): SourceColumn {
  return { name, type: "text", samples: [expression], filled: 0, decimal: null, dates: null };
}

type PartProps = { mapping: MappingValues; set: (mapping: MappingValues) => void };

/** Which of our tables the rows go to: one of those that the source can fill, once they are known. */
function TableField({
  tables,
  mapping,
  error,
  set,
}: PartProps & { tables: readonly SampleTable[]; error: string | undefined }) {
  const { fact } = mapping;
  if (tables.length === 0) {
    return (
      <TextInput
        label="Table"
        placeholder="sale_lines"
        spellCheck={false}
        maxLength={64}
        value={fact}
        error={error}
        onChange={({ currentTarget }) => set({ ...mapping, fact: currentTarget.value })}
      />
    );
  }
  const isListed = tables.some((one) => one.fact === fact);
  return (
    <NativeSelect
      label="Data type"
      value={fact}
      error={error}
      data={[
        ...(isListed ? [] : [{ value: fact, label: fact || "Choose a table" }]),
        ...tables.map((one) => ({ value: one.fact, label: one.label })),
      ]}
      onChange={({ currentTarget }) => {
        const chosen = tables.find((one) => one.fact === currentTarget.value);
        if (chosen) set(withTable(mapping, chosen));
      }}
    />
  );
}

/** Fields that were typed and that the table does not have: they fill nothing. */
function UnknownFields({ table, mapping, set }: PartProps & { table: SampleTable }) {
  const fieldNames = new Set(table.fields.map(({ name }) => name));
  const isUnknown = ({ field }: { field: string }) => field.trim() !== "" && !fieldNames.has(field.trim());
  const unknown = mapping.rows.filter(isUnknown);
  if (unknown.length === 0) return null;
  return (
    <div className={classes.test}>
      <p className={classes.problem}>
        {table.label} have no such field: {unknown.map(({ field }) => fieldWords(field.trim())).join(", ")}.
      </p>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => set({ ...mapping, rows: mapping.rows.filter((row) => !isUnknown(row)) })}
      >
        Remove
      </Button>
    </div>
  );
}
