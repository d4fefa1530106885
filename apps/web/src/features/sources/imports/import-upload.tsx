import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Progress.css";
import type { RouteOutput, Routes, SourceName } from "@console/contracts";
import { formatSize, ownFormats } from "@console/figures/format";
import { Button, FileInput, Progress } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { TenantField } from "../../../blocks/resource-form/tenant-field.tsx";
import { uploadFile } from "../../../lib/api.ts";
import { useAuth } from "../../../lib/auth/use-auth.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import classes from "./import-page.module.css";

type Draft = RouteOutput<Routes["importFile"]>;
type Values = { tenant: string; file: File | null };
type Props = { source: SourceName; firstTenant: string; onDraft: (draft: Draft) => void };

/** Asks for the tenant and the file, and sends it; nothing is taken in yet. */
export function ImportUpload({ source, firstTenant, onDraft }: Props) {
  const formats = useAuth().user ?? ownFormats;
  const form = useAppForm<Values>({ initialValues: { tenant: firstTenant, file: null }, check: findGaps });
  const { file } = form.values;
  const [part, setPart] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const isSending = part !== null;
  const percent = Math.round((part ?? 0) * 100);

  async function send({ tenant, file: chosen }: Values) {
    if (!chosen) return;
    sending.current = new AbortController();
    setPart(0);
    try {
      const { signal } = sending.current;
      onDraft(await uploadFile("importFile", { source, tenant, draft: "1" }, chosen, { signal, onPart: setPart }));
    } catch (error) {
      if (!sending.current.signal.aborted) throw error;
    } finally {
      setPart(null);
    }
  }

  return (
    <form ref={form.element} className={classes.card} noValidate onSubmit={form.submit(send)}>
      <p className={classes.quiet}>
        CSV, TSV, XLSX or NDJSON up to 4 GB. You see the first rows and all problems before anything is written.
      </p>
      <div className={classes.fields}>
        <TenantField
          value={form.values.tenant}
          error={form.errors.tenant}
          onChange={(tenant) => form.change({ tenant })}
        />
        <FileInput
          label="File"
          placeholder="Choose a file"
          accept=".csv,.tsv,.txt,.xlsx,.ndjson,.jsonl"
          leftSection={<IconFileSpreadsheet size={16} stroke={1.5} aria-hidden="true" />}
          description={file ? formatSize(file.size, formats) : undefined}
          {...form.getInputProps("file")}
        />
      </div>
      {isSending && (
        <div role="status">
          <p className={classes.quiet}>{percent < 100 ? `Sending, ${percent}%` : "Looking into the file"}</p>
          <Progress value={percent} aria-label={`Sending: ${percent} percent`} />
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
          Send and look at it
        </Button>
      </div>
    </form>
  );
}

function findGaps({ tenant, file }: Values): Record<string, string> {
  return {
    ...(tenant === "" && { tenant: "Choose the tenant whose data it is." }),
    ...(!file && { file: "Choose a file." }),
  };
}
