import "@mantine/core/styles/Input.css";
import type { ImportPreview, SourceMapping } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button, Loader, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { ApiError } from "../../../lib/api.ts";
import { useWrite } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { listUnused } from "../mapping/change-computed.ts";
import { ColumnGrid } from "../mapping/column-grid.tsx";
import { ComputedColumns } from "../mapping/computed-columns.tsx";
import { hasKey, isRuleOpen, KeyChoice } from "../mapping/key-choice.tsx";
import { withOwnFieldIds } from "../mapping/own-field-ids.ts";
import { PreviewRows } from "../mapping/preview-rows.tsx";
import { listOpenReturns, ReturnChoice } from "../mapping/return-choice.tsx";
import { SignChoice } from "../mapping/sign-choice.tsx";
import { UnusedColumns } from "../mapping/unused-columns.tsx";
import { DoubledRows } from "./doubled-rows.tsx";
import { DryRun } from "./dry-run.tsx";
import { FileList, wordRows } from "./file-list.tsx";
import classes from "./import-page.module.css";
import { ReadingChoice } from "./reading-choice.tsx";
import { SheetNotes } from "./sheet-notes.tsx";
import { useFileCheck } from "./use-file-check.ts";

type Props = {
  tenantId: string;
  run: string;
  preview: ImportPreview;
  /** The preview of another mapping is on its way. */
  isFetching: boolean;
  error: Error | null;
  mapping: SourceMapping;
  onMapping: (mapping: SourceMapping) => void;
  onStarted: () => void;
  /** The files have been read in another way. */
  onReadAnew: () => void;
};

/** What a file would become: its table, its columns and fields, its first rows, and what the whole of it would do. */
export function ImportMapping(props: Props) {
  const { tenantId, run, preview, isFetching, error, mapping, onMapping, onStarted, onReadAnew } = props;
  const formats = useFormats();
  const { go } = useSourceAddress();
  const meant = withOwnFieldIds(mapping, preview.fields);
  const start = useWrite("startImport");
  const cancel = useWrite("cancelImport");
  const [replaces, setReplaces] = useState<string[]>([]);
  const { form, conflicts } = preview;
  const lacking = preview.fields.filter(({ name, isRequired }) => isRequired && !isFilled(mapping, name));
  const unclear = listUnclear(preview, mapping);
  const isWhole = lacking.length + unclear.length + conflicts.length === 0;
  const fileCheck = useFileCheck({ tenantId, run, mapping: meant, isWhole });
  const { counts } = fileCheck;
  const chosenLoads = (counts?.doubledLoads ?? [])
    .filter((load) => replaces.includes(load.run))
    .map(({ connection, run: load }) => ({ connection, run: load }));
  const failure = start.error ?? fileCheck.error ?? cancel.error ?? error;
  const errors = failure instanceof ApiError ? failure.fields : {};
  const computedNames = new Set(
    [...(mapping.computed ?? []), ...(preview.mapping.computed ?? [])].map(({ name }) => name),
  );
  const sourceColumns = preview.columns.filter(({ name }) => !computedNames.has(name));
  const unused = listUnused(sourceColumns, mapping);

  return (
    <>
      {fileCheck.isChecking && (
        <div className={classes.checking} role="status">
          <Loader size="xs" aria-hidden="true" />
          Checking all {wordRows(preview.keys.rows, formats)}. You can start before it is done.
          <Button size="compact-xs" variant="subtle" onClick={fileCheck.cancel}>
            Cancel the check
          </Button>
        </div>
      )}
      {counts && <DoubledRows counts={counts} replaces={replaces} onReplaces={setReplaces} formats={formats} />}
      <div className={classes.card}>
        <h3 className={classes.heading}>The file</h3>
        <p className={classes.quiet}>
          {preview.run.fileName}: {describeForm(form)}, {sourceColumns.length} columns
        </p>
        <p className={classes.quiet}>
          Loaded into the connection <strong>{preview.run.connectionName}</strong>.
        </p>
        <FileList
          files={preview.files.map(({ name, rows }) => ({ name, text: wordRows(rows, formats) }))}
          formats={formats}
        />
        <SheetNotes files={preview.files} />
        <ReadingChoice tenantId={tenantId} run={run} files={preview.files} onChanged={onReadAnew} formats={formats} />
        {conflicts.map(({ message }) => (
          <p key={message} role="alert" className={classes.problem}>
            {message}
          </p>
        ))}
        <NativeSelect
          className={classes.table}
          label="Data type"
          value={mapping.fact}
          data={preview.tables.map(({ fact, label }) => ({ value: fact, label }))}
          // Without fields, the columns that fit the table are found by their names.
          onChange={({ currentTarget }) => onMapping({ ...mapping, fact: currentTarget.value, fields: {} })}
        />
      </div>
      <div className={classes.card}>
        <h3 className={classes.heading}>Columns and fields</h3>
        <p className={classes.quiet}>Fields marked with a star are required in every row.</p>
        {preview.likeFile && (
          <p className={classes.quiet}>
            Mapped like {preview.likeFile.name}, loaded {formatInstant(preview.likeFile.loadedAt, formats)}, which has
            the same kind of columns.{" "}
            <Button size="compact-xs" variant="subtle" onClick={() => onMapping(preview.suggestion.mapping)}>
              Match columns again
            </Button>
          </p>
        )}
        <ColumnGrid
          columns={preview.columns}
          fields={preview.fields.filter(({ name }) => name !== "source_key")}
          mapping={mapping}
          errors={errors}
          suggestion={{ ...preview.suggestion, fields: preview.suggestion.mapping.fields }}
          onMapping={onMapping}
        />
        <SignChoice choice={preview.signs} mapping={mapping} onMapping={onMapping} />
        <ReturnChoice questions={preview.returns} mapping={mapping} onMapping={onMapping} />
        <UnusedColumns
          tenantId={tenantId}
          fact={mapping.fact}
          columns={unused}
          onKept={(field, column) =>
            onMapping({ ...mapping, fields: { ...mapping.fields, [field]: { from: column } } })
          }
        />
      </div>
      <div className={classes.card}>
        <h3 className={classes.heading}>Computed columns</h3>
        <p className={classes.quiet}>
          Computed from the columns of the file, such as a price times a quantity. Map them to fields like any other
          column.
        </p>
        <ComputedColumns
          source={{ tenantId, columns: sourceColumns, hasMoreColumns: form.kind === "ndjson", rows: preview.rows }}
          mapping={mapping}
          place="Line"
          errors={errors}
          onMapping={onMapping}
        />
      </div>
      {hasKey(preview.fields) && (
        <div className={classes.card}>
          <h3 className={classes.heading}>Row key</h3>
          <KeyChoice
            columns={preview.columns}
            mapping={mapping}
            keys={preview.keys}
            error={errors["mapping.keyColumns"]}
            formats={formats}
            onMapping={onMapping}
          />
        </div>
      )}
      <div className={classes.card} aria-busy={isFetching}>
        <h3 className={classes.heading}>The first rows as they would be stored</h3>
        <p className={classes.quiet}>Days and times without a zone are read in {preview.timeZone}.</p>
        <PreviewRows
          preview={preview}
          place="Line"
          empty="The file has no rows."
          formats={{ ...formats, timeZone: preview.timeZone }}
        />
      </div>
      {counts && (
        <DryRun
          counts={counts}
          isOld={fileCheck.isOld}
          formats={formats}
          onTakeNames={(name) =>
            onMapping({
              ...mapping,
              fields: { ...mapping.fields, [name]: { ...mapping.fields[name], newNames: "take" } },
            })
          }
        />
      )}
      <div className={classes.bar}>
        <p className={classes.words} role={failure ? "alert" : "status"} data-failed={failure ? true : undefined}>
          {failure?.message ??
            describeStep({ isConflict: conflicts.length > 0, lacking: lacking.map(({ label }) => label), unclear })}
        </p>
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate({ tenantId, run }, { onSuccess: () => go({ do: undefined, import: undefined }) })
          }
        >
          Discard
        </Button>
        <Button variant="default" loading={fileCheck.isChecking} onClick={fileCheck.check}>
          Check the whole file
        </Button>
        <Button
          loading={start.isPending}
          disabled={!isWhole}
          onClick={() =>
            start.mutate({ tenantId, run, mapping: meant, replaces: chosenLoads }, { onSuccess: onStarted })
          }
        >
          {chosenLoads.length > 0 ? "Import and replace" : "Start import"}
        </Button>
      </div>
    </>
  );
}

/** What stands between the person and the load. */
function describeStep({
  isConflict,
  lacking,
  unclear,
}: {
  isConflict: boolean;
  lacking: readonly string[];
  unclear: readonly string[];
}): string {
  if (isConflict) return "These files cannot be loaded together.";
  if (lacking.length > 0) return `Still without a column: ${lacking.join(", ")}.`;
  if (unclear.length > 0) return `Still to choose: ${unclear.join(", ")}.`;
  return "Nothing is saved until you start.";
}

/** Fields whose column can be read in two ways, and for which nobody has chosen yet. */
function listUnclear({ fields, columns, signs, returns, keys }: ImportPreview, mapping: SourceMapping): string[] {
  const unsigned = signs?.found === null && mapping.signs === undefined ? [signs.title] : [];
  const unwritten = fields.flatMap(({ name, label, type }) => {
    const field = mapping.fields[name];
    const column = columns.find((one) => one.name === field?.from);
    if (type === "day" || type === "instant") return column?.dates?.isSure === false && !field?.dates ? [label] : [];
    const isNumber = type === "number" || type === "quantity" || type === "money";
    return isNumber && column?.decimal?.isSure === false && !field?.decimal ? [label] : [];
  });
  const unruled = hasKey(fields) && isRuleOpen(keys, mapping) ? ["which rows with the same key count"] : [];
  return [...unwritten, ...unsigned, ...listOpenReturns(returns, mapping), ...unruled];
}

function isFilled({ fields }: SourceMapping, name: string): boolean {
  const { from = "", constant = "" } = fields[name] ?? {};
  return from !== "" || constant !== "";
}

/** CSV, utf-8, separated by commas. The text of a workbook is written in one way only. */
function describeForm({ kind, encoding, delimiter, worksheet }: ImportPreview["form"]): string {
  const parts = [kind.toUpperCase(), worksheet === null ? encoding : `worksheet ${worksheet}`];
  if (delimiter !== null) parts.push(`separated by ${delimiterWord(delimiter)}`);
  return parts.join(", ");
}

function delimiterWord(delimiter: string): string {
  const words: Readonly<Record<string, string>> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };
  return words[delimiter] ?? `“${delimiter}”`;
}
