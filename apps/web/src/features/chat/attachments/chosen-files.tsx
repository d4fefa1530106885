import "@mantine/core/styles/Progress.css";
import { Progress } from "@mantine/core";
import { IconFileText, IconX } from "@tabler/icons-react";
import { useWrite } from "../../../lib/queries.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "./attachments.module.css";
import { describeSize, describeState } from "./file-words.ts";
import type { Attachments } from "./use-attachments.ts";

/** The files of the message that is being written, each with how it stands. */
export function ChosenFiles({ attachments: { files, uploads, notice, remove } }: { attachments: Attachments }) {
  const retry = useWrite("retryOwnFile");
  const again = (file: string) =>
    retry.mutate({ file }, { onError: (failure) => showFailure("File not read", failure) });
  return (
    <>
      {files.length + uploads.length > 0 && (
        <ul className={classes.chosen} aria-label="Attached files">
          {files.map((file) => (
            <ChosenFile
              key={file.id}
              name={file.name}
              bytes={file.bytes}
              words={describeState(file)}
              hasFailed={file.state === "failed"}
              share={file.state === "queued" || file.state === "reading" ? file.progress : null}
              onRetry={file.state === "failed" ? () => again(file.id) : undefined}
              onRemove={() => remove(file.id)}
            />
          ))}
          {uploads.map(({ key, name, bytes, part, problem }) => (
            <ChosenFile
              key={key}
              name={name}
              bytes={bytes}
              words={problem ?? `Sending, ${Math.round(part * 100)}%`}
              hasFailed={problem !== null}
              share={problem === null ? part : null}
              onRemove={() => remove(key)}
            />
          ))}
        </ul>
      )}
      <p role="status" className={notice === null ? classes.none : classes.problem}>
        {notice}
      </p>
    </>
  );
}

type ChosenProps = {
  name: string;
  bytes: number;
  words: string;
  hasFailed: boolean;
  /** How far it is; null where nothing is under way. */
  share: number | null;
  onRetry?: (() => void) | undefined;
  onRemove: () => void;
};

function ChosenFile({ name, bytes, words, hasFailed, share, onRetry, onRemove }: ChosenProps) {
  const formats = useFormats();
  const percent = Math.round((share ?? 0) * 100);
  return (
    <li className={classes.chip} data-failed={hasFailed || undefined}>
      <IconFileText size={16} stroke={1.5} aria-hidden="true" />
      <div className={classes.about}>
        <p className={classes.name} title={name} dir="auto">
          {name}
        </p>
        <p className={hasFailed ? classes.problem : classes.quiet}>
          {hasFailed ? words : `${describeSize(bytes, formats)}, ${words.toLowerCase()}`}
        </p>
        {share !== null && <Progress size="xs" value={percent} aria-label={`${name}: ${percent} percent`} />}
        {onRetry && (
          <button type="button" className={classes.act} onClick={onRetry}>
            Try again
          </button>
        )}
      </div>
      <button type="button" className={classes.remove} aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconX size={14} stroke={1.5} aria-hidden="true" />
      </button>
    </li>
  );
}
