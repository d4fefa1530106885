import "@mantine/core/styles/ActionIcon.css";
import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Input.css";
import { ActionIcon, Button, Checkbox, FileInput } from "@mantine/core";
import { IconFileText, IconPaperclip } from "@tabler/icons-react";
import { useState } from "react";
import dialog from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "./attachments.module.css";
import { acceptedFiles, describeLimits, describeQuota, describeReaders } from "./file-words.ts";
import type { Attachments } from "./use-attachments.ts";

/** Opens the choice of files for the next message. */
export function AttachFiles({ attachments }: { attachments: Attachments }) {
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Attach files"
        title={`Attach files. ${describeLimits(formats)}`}
        onClick={() => setOpen(true)}
      >
        <IconPaperclip size={18} stroke={1.5} aria-hidden="true" />
      </ActionIcon>
      {isOpen && <AttachDialog attachments={attachments} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Tells the limits, then takes files of the device and those that are there already. */
function AttachDialog({ attachments, onClose }: { attachments: Attachments; onClose: () => void }) {
  const formats = useFormats();
  const { own, files, notice, staysHere, add, take, remove } = attachments;
  const ready = own.filter(({ state }) => state === "ready");
  return (
    <ConfirmDialog title="Attach files" onClose={onClose}>
      <div className={dialog.form}>
        <p>{describeLimits(formats)}</p>
        <p className={classes.quiet}>
          {describeQuota(formats)} {describeReaders(staysHere)}
        </p>
        <FileInput
          multiple
          label="From this device"
          placeholder="Choose files"
          accept={acceptedFiles}
          value={[]}
          leftSection={<IconFileText size={16} stroke={1.5} aria-hidden="true" />}
          onChange={(sent) => {
            add(sent);
            onClose();
          }}
        />
        {ready.length > 0 && (
          <fieldset className={classes.own}>
            <legend>Your files</legend>
            {ready.map((file) => (
              <Checkbox
                key={file.id}
                size="xs"
                label={file.name}
                checked={files.some(({ id }) => id === file.id)}
                onChange={(event) => (event.currentTarget.checked ? take(file) : remove(file.id))}
              />
            ))}
          </fieldset>
        )}
        {notice && (
          <p role="alert" className={dialog.problem}>
            {notice}
          </p>
        )}
        <div className={dialog.actions}>
          <Button onClick={onClose}>Done</Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
