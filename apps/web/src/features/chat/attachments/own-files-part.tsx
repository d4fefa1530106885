import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Progress.css";
import { type OwnFile, ownFileLimits } from "@console/contracts";
import { formatCounted, formatInstant, formatNumber, formatSize } from "@console/figures/format";
import { Button, Checkbox, FileInput, Progress } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { useLiveTopic } from "../../../lib/live-events.ts";
import { read, useWrite } from "../../../lib/queries.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import drawer from "../assistant-drawer.module.css";
import chat from "../chat.module.css";
import classes from "./attachments.module.css";
import { acceptedFiles, describeLimits, describeQuota, describeSize, describeState } from "./file-words.ts";
import { useUploads } from "./use-uploads.ts";

const FileDrawer = lazy(async () => ({
  default: (await import("../../../blocks/ask-box/file-drawer.tsx")).FileDrawer,
}));

const { files: mostFiles, totalBytes } = ownFileLimits;

/** All files of a person: how much they take, how each stands, and when it ends. */
export function OwnFilesPart() {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(read("listOwnFiles", {}));
  useLiveTopic("files.changed", "files");
  const [isRemoving, setRemoving] = useState(false);
  return (
    <section className={drawer.part}>
      <h3>Your files</h3>
      <p className={drawer.quiet}>
        {describeLimits(formats)} {describeQuota(formats)}
      </p>
      {error && !data && (
        <ReadProblem heading="h3" title="The list could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <Quota files={data.items.length} bytes={data.bytes} />
          {data.isOn ? (
            <NewFiles />
          ) : (
            <p>Attachments are switched off for your organisation. Files that are here can still be removed.</p>
          )}
          {data.items.length === 0 && <p className={drawer.quiet}>You have no files.</p>}
        </>
      )}
      {data && data.items.length > 0 && (
        <>
          <ul className={drawer.notes} aria-label="Your files">
            {data.items.map((file) => (
              <OwnFileEntry key={file.id} file={file} />
            ))}
          </ul>
          <Button size="compact-sm" variant="default" onClick={() => setRemoving(true)}>
            Remove all files
          </Button>
        </>
      )}
      {isRemoving && <RemoveAll onClose={() => setRemoving(false)} />}
    </section>
  );
}

function Quota({ files, bytes }: { files: number; bytes: number }) {
  const formats = useFormats();
  const percent = Math.round(Math.max(files / mostFiles, bytes / totalBytes) * 100);
  const words = `${formatNumber(files, formats)} of ${mostFiles} files, ${formatSize(bytes, formats)} of ${formatSize(totalBytes, formats)}`;
  return (
    <div className={classes.quota}>
      <p className={drawer.quiet}>{words}</p>
      <Progress size="sm" value={percent} aria-label={`Quota used: ${percent} percent`} />
    </div>
  );
}

function NewFiles() {
  const { uploads, add, remove } = useUploads(() => {});
  return (
    <>
      <FileInput
        multiple
        className={classes.quota}
        label="Add files"
        placeholder="Choose files"
        accept={acceptedFiles}
        value={[]}
        leftSection={<IconFileText size={16} stroke={1.5} aria-hidden="true" />}
        onChange={add}
      />
      {uploads.length > 0 && (
        <ul className={drawer.notes} aria-label="Files on their way">
          {uploads.map(({ key, name, part, problem }) => (
            <li key={key} className={drawer.note}>
              <span className={problem === null ? drawer.quiet : classes.problem}>
                {problem ?? `${name}: sending, ${Math.round(part * 100)}%`}
              </span>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${problem === null ? "Cancel" : "Dismiss"} ${name}`}
                onClick={() => remove(key)}
              >
                {problem === null ? "Cancel" : "Dismiss"}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function OwnFileEntry({ file }: { file: OwnFile }) {
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  const change = useWrite("changeOwnFile");
  const retry = useWrite("retryOwnFile");
  const remove = useWrite("removeOwnFile");
  const { id, name, bytes, state, isKept, endsAt, conversations, remark } = file;
  const onError = (failure: Error) => showFailure("File not changed", failure);
  const use = conversations === 0 ? "not used yet" : `used in ${formatCounted(conversations, "conversation", formats)}`;
  const facts = [describeSize(bytes, formats), use, `removed on ${formatInstant(endsAt, formats)}`].join(", ");
  return (
    <li className={classes.entry}>
      <div className={classes.about}>
        {state === "ready" ? (
          <button type="button" className={classes.open} title={name} onClick={() => setOpen(true)}>
            <span className={classes.name}>{name}</span>
          </button>
        ) : (
          <p className={classes.name} title={name}>
            {name}
          </p>
        )}
        <p className={state === "failed" ? classes.problem : drawer.quiet}>{describeState(file)}</p>
        {(state === "queued" || state === "reading") && (
          <Progress
            size="xs"
            value={file.progress * 100}
            aria-label={`${name}: ${Math.round(file.progress * 100)} percent`}
          />
        )}
        {remark && <p className={drawer.quiet}>{remark}</p>}
        <p className={drawer.quiet}>{facts}</p>
      </div>
      <div className={classes.acts}>
        <Checkbox
          size="xs"
          label="Keep"
          aria-label={`Keep ${name} for ${ownFileLimits.keptDays} days`}
          checked={change.isPending ? change.variables.isKept : isKept}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ file: id, isKept: event.currentTarget.checked }, { onError })}
        />
        {state === "failed" && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Read ${name} again`}
            loading={retry.isPending}
            onClick={() => retry.mutate({ file: id }, { onError })}
          >
            Try again
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={`Remove ${name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate({ file: id }, { onError })}
        >
          Remove
        </Button>
      </div>
      {isOpen && (
        <Suspense>
          <FileDrawer file={id} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}

function RemoveAll({ onClose }: { onClose: () => void }) {
  const remove = useWrite("removeOwnFiles");
  const onError = (failure: Error) => showFailure("Files not removed", failure);
  return (
    <ConfirmDialog title="Remove all files?" onClose={onClose}>
      <p>All your files are removed for good. Messages still say their names.</p>
      <div className={chat.acts}>
        <Button
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate({}, { onSuccess: onClose, onError })}
        >
          Remove files
        </Button>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </ConfirmDialog>
  );
}
