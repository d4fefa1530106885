import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Progress.css";
import { documentUploadLimits, type UploadedDocument } from "@console/contracts";
import { Button, FileInput, Progress } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useRef, useState } from "react";
import detail from "../../../blocks/detail/detail.module.css";
import { TenantField } from "../../../blocks/resource-form/tenant-field.tsx";
import { uploadFile } from "../../../lib/api.ts";
import { refetchTopic } from "../../../lib/queries.ts";
import { useAddress } from "../../../lib/use-address.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { readTrainingSearch, type TrainingSearch } from "../training-search.ts";
import classes from "./documents.module.css";

type Values = { tenant: string; file: File[] };

const outcomes = { queued: "Queued", duplicate: "Already there", refused: "Not taken" };
export const acceptedFiles = documentUploadLimits.endings.map((ending) => `.${ending}`).join(",");

/** Sends documents, tells the limits before, and says for each what became of it. */
export function UploadDocuments({ isPlatform, firstTenant }: { isPlatform: boolean; firstTenant: string }) {
  const { go } = useAddress<TrainingSearch>(readTrainingSearch);
  const form = useAppForm<Values>({ initialValues: { tenant: firstTenant, file: [] }, check: findGaps });
  const [part, setPart] = useState<number | null>(null);
  const [sent, setSent] = useState<readonly UploadedDocument[]>([]);
  const sending = useRef<AbortController | null>(null);
  const percent = Math.round((part ?? 0) * 100);

  async function send({ tenant, file }: Values) {
    sending.current = new AbortController();
    setPart(0);
    try {
      const { signal } = sending.current;
      const input = tenant === "" ? {} : { tenant };
      const { files } = await uploadFile("uploadDocuments", input, file, { signal, onPart: setPart });
      setSent(files);
      form.change({ file: [] });
      void refetchTopic("entities");
    } catch (error) {
      if (!sending.current.signal.aborted) throw error;
    } finally {
      setPart(null);
    }
  }

  const { megabytes, pages, files: mostFiles } = documentUploadLimits;
  return (
    <form ref={form.element} className={detail.card} noValidate onSubmit={form.submit(send)}>
      <h2 className={detail.name}>Upload files</h2>
      <p className={classes.quiet}>
        PDF, DOCX, HTML, Markdown, TXT, CSV or XLSX, or a ZIP of them. Up to {mostFiles} files at once, {megabytes} MB
        and {pages.toLocaleString("en-US")} pages each. Scans need text recognition first.
      </p>
      <div className={classes.fields}>
        {isPlatform && (
          <div className={classes.field}>
            <TenantField value={form.values.tenant} onChange={(tenant) => form.change({ tenant })} />
            <p className={classes.quiet}>Leave empty for all tenants.</p>
          </div>
        )}
        <FileInput
          multiple
          label="Files"
          placeholder="Choose files"
          accept={acceptedFiles}
          className={classes.field}
          leftSection={<IconFileText size={16} stroke={1.5} aria-hidden="true" />}
          {...form.getInputProps("file")}
        />
      </div>
      {part !== null && (
        <div role="status">
          <p className={classes.quiet}>{percent < 100 ? `Uploading, ${percent}%` : "Saving"}</p>
          <Progress value={percent} aria-label={`Uploading: ${percent} percent`} />
        </div>
      )}
      {form.failure && (
        <p role="alert" className={classes.problem}>
          {form.failure.message}
        </p>
      )}
      {sent.length > 0 && (
        <ul className={classes.outcomes} aria-label="Uploaded files">
          {sent.map(({ name, outcome, document, reason }) => (
            <li key={`${name} ${document}`}>
              <strong>{outcomes[outcome]}</strong>
              <span>{reason ?? name}</span>
              {document !== null && (
                <Button size="compact-xs" variant="subtle" onClick={() => go({ do: undefined, row: document })}>
                  Open {name}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.actions}>
        {part !== null ? (
          <Button variant="default" onClick={() => sending.current?.abort()}>
            Cancel
          </Button>
        ) : (
          <Button variant="default" onClick={() => go({ do: undefined })}>
            All documents
          </Button>
        )}
        <Button type="submit" loading={part !== null}>
          Upload
        </Button>
      </div>
    </form>
  );
}

function findGaps({ file }: Values): Record<string, string> {
  const { files, megabytes } = documentUploadLimits;
  if (file.length === 0) return { file: "Choose a file." };
  if (file.length > files) return { file: `Choose up to ${files} files.` };
  const large = file.find(({ size, name }) => size > megabytes * 1024 ** 2 && !/\.zip$/i.test(name));
  return large ? { file: `${large.name} is larger than ${megabytes} MB.` } : {};
}
