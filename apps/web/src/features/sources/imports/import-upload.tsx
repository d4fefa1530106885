import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Progress.css";
import type { RouteOutput, Routes, SourceName } from "@console/contracts";
import { type FormatChoices, formatSize } from "@console/figures/format";
import { Button, FileInput, NativeSelect, Progress } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { TenantField } from "../../../blocks/resource-form/tenant-field.tsx";
import { uploadFile } from "../../../lib/api.ts";
import { read } from "../../../lib/queries.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { dataWords } from "../source-words.ts";
import classes from "./import-page.module.css";

type Draft = RouteOutput<Routes["importFile"]>;
type Values = { tenant: string; connection: string; file: File[] };
type Props = {
  source: SourceName;
  firstTenant: string;
  /** The connection whose page asked for the import. */
  firstConnection: string;
  /** Chooses what the files are about, for those whose tenant is known. */
  onSource?: ((source: SourceName) => void) | undefined;
  onDraft: (draft: Draft) => void;
};

/** Asks for the tenant, the connection and the files, and sends them; nothing is taken in yet. */
export function ImportUpload({ source, firstTenant, firstConnection, onSource, onDraft }: Props) {
  const formats = useFormats();
  const form = useAppForm<Values>({
    initialValues: { tenant: firstTenant, connection: firstConnection, file: [] },
    check: findGaps,
  });
  const { tenant, file: files } = form.values;
  const [part, setPart] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const isSending = part !== null;
  const percent = Math.round((part ?? 0) * 100);

  async function send({ tenant: tenantId, connection, file: chosen }: Values) {
    sending.current = new AbortController();
    setPart(0);
    try {
      const { signal } = sending.current;
      const input = { source, tenant: tenantId, draft: "1" as const, ...(connection !== "" && { connection }) };
      onDraft(await uploadFile("importFile", input, chosen, { signal, onPart: setPart }));
    } catch (error) {
      if (!sending.current.signal.aborted) throw error;
    } finally {
      setPart(null);
    }
  }

  return (
    <form ref={form.element} className={classes.card} noValidate onSubmit={form.submit(send)}>
      <p className={classes.quiet}>
        CSV, TSV, XLSX or NDJSON, up to 4 GB in total. Several files with the same columns are loaded together. You see
        the first rows and all problems before anything is saved.
      </p>
      <div className={classes.fields}>
        {onSource ? (
          <NativeSelect
            label="Data"
            value={source}
            data={Object.entries(dataWords).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget }) => {
              form.change({ connection: "" });
              onSource(currentTarget.value as SourceName);
            }}
          />
        ) : (
          <TenantField
            value={tenant}
            error={form.errors.tenant}
            onChange={(tenantId) => form.change({ tenant: tenantId, connection: "" })}
          />
        )}
        {tenant !== "" && (
          <ConnectionField
            source={source}
            tenantId={tenant}
            value={form.values.connection}
            error={form.errors.connection}
            onChange={(connection) => form.change({ connection })}
          />
        )}
        <FileInput
          multiple
          label="Files"
          placeholder="Choose files"
          accept=".csv,.tsv,.txt,.xlsx,.ndjson,.jsonl"
          leftSection={<IconFileSpreadsheet size={16} stroke={1.5} aria-hidden="true" />}
          description={files.length > 0 ? sizeWords(files, formats) : undefined}
          {...form.getInputProps("file")}
        />
      </div>
      {isSending && (
        <div role="status">
          <p className={classes.quiet}>{percent < 100 ? `Uploading, ${percent}%` : "Reading the file"}</p>
          <Progress value={percent} aria-label={`Uploading: ${percent} percent`} />
        </div>
      )}
      {form.failure && (
        <p role="alert" className={classes.problem}>
          {form.failure.message}
        </p>
      )}
      <div className={classes.actions}>
        {isSending && (
          <Button variant="default" onClick={() => sending.current?.abort()}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={isSending}>
          Upload and preview
        </Button>
      </div>
    </form>
  );
}

type FieldProps = {
  source: SourceName;
  tenantId: string;
  value: string;
  error: string | undefined;
  onChange: (connection: string) => void;
};

/** Says which connection files are loaded into, and lets people choose where there are several. */
function ConnectionField({ source, tenantId, value, error, onChange }: FieldProps) {
  const { data } = useQuery(read("listFileConnections", { tenantId, source }));
  const items = data?.items ?? [];
  const [first] = items;
  if (!data || !first) {
    return <NativeSelect label="Connection" disabled data={[data ? "Files, created by the first file" : "Loading"]} />;
  }
  return (
    <NativeSelect
      label="Connection"
      value={value || first.id}
      error={error}
      data={items.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function sizeWords(files: readonly File[], formats: FormatChoices): string {
  const size = formatSize(
    files.reduce((sum, { size: bytes }) => sum + bytes, 0),
    formats,
  );
  return files.length === 1 ? size : `${files.length} files, ${size}`;
}

function findGaps({ tenant, file }: Values): Record<string, string> {
  return {
    ...(tenant === "" && { tenant: "Choose the tenant whose data it is." }),
    ...(file.length === 0 && { file: "Choose a file." }),
  };
}
