import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Progress.css";
import type { RouteOutput, Routes, SourceName } from "@console/contracts";
import { formatSize, ownFormats } from "@console/figures/format";
import { Button, FileInput, Progress } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { TenantField } from "../../../blocks/resource-form/tenant-field.tsx";
import { ApiError, uploadFile } from "../../../lib/api.ts";
import { useAuth } from "../../../lib/auth/use-auth.ts";
import classes from "./import-page.module.css";

type Draft = RouteOutput<Routes["importFile"]>;
type Props = { source: SourceName; firstTenant: string; onDraft: (draft: Draft) => void };

/** Asks for the tenant and the file, and sends it; nothing is taken in yet. */
export function ImportUpload({ source, firstTenant, onDraft }: Props) {
  const formats = useAuth().user ?? ownFormats;
  const [tenant, setTenant] = useState(firstTenant);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const isSending = part !== null;
  const percent = Math.round((part ?? 0) * 100);

  async function send() {
    const lacking = {
      ...(tenant === "" && { tenant: "Choose the tenant whose data it is." }),
      ...(!file && { file: "Choose a file." }),
    };
    setErrors(lacking);
    setFailure(null);
    if (!file || tenant === "") return;
    sending.current = new AbortController();
    setPart(0);
    try {
      const { signal } = sending.current;
      onDraft(await uploadFile("importFile", { source, tenant, draft: "1" }, file, { signal, onPart: setPart }));
    } catch (error) {
      if (sending.current.signal.aborted || !(error instanceof Error)) return;
      setErrors(error instanceof ApiError ? error.fields : {});
      setFailure(error);
    } finally {
      setPart(null);
    }
  }

  return (
    <form
      className={classes.card}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={classes.quiet}>
        CSV, TSV, XLSX or NDJSON up to 4 GB. You see the first rows and all problems before anything is written.
      </p>
      <div className={classes.fields}>
        <TenantField value={tenant} error={errors.tenant} onChange={setTenant} />
        <FileInput
          label="File"
          placeholder="Choose a file"
          accept=".csv,.tsv,.txt,.xlsx,.ndjson,.jsonl"
          leftSection={<IconFileSpreadsheet size={16} stroke={1.5} aria-hidden="true" />}
          description={file ? formatSize(file.size, formats) : undefined}
          value={file}
          error={errors.file}
          onChange={(chosen) => {
            setFile(chosen);
            setErrors(({ file: _, ...rest }) => rest);
          }}
        />
      </div>
      {isSending && (
        <div role="status">
          <p className={classes.quiet}>{percent < 100 ? `Sending, ${percent}%` : "Looking into the file"}</p>
          <Progress value={percent} aria-label={`Sending: ${percent} percent`} />
        </div>
      )}
      {failure && !errors.file && !errors.tenant && (
        <p role="alert" className={classes.problem}>
          {failure.message}
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
