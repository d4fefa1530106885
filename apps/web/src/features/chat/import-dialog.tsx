import "@mantine/core/styles/Input.css";
import { type ConversationHead, type ImportedConversation, largestConversationBytes } from "@console/contracts";
import { formatCounted, formatSize } from "@console/figures/format";
import { Button, FileInput } from "@mantine/core";
import { useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { uploadFile } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./conversation-acts.module.css";

type Props = { onOpen: (conversation: Pick<ConversationHead, "id" | "tenant">) => void; onClose: () => void };

/** Makes a conversation from a file that was downloaded as JSON, and says what became of each message. */
export function ImportDialog({ onOpen, onClose }: Props) {
  const [outcome, setOutcome] = useState<ImportedConversation | null>(null);
  return (
    <ConfirmDialog title="Import a conversation" onClose={onClose}>
      {outcome ? (
        <Outcome outcome={outcome} onOpen={onOpen} onClose={onClose} />
      ) : (
        <ImportForm onImported={setOutcome} onClose={onClose} />
      )}
    </ConfirmDialog>
  );
}

type Values = { file: File | null };
type FormProps = { onImported: (outcome: ImportedConversation) => void; onClose: () => void };

function ImportForm({ onImported, onClose }: FormProps) {
  const formats = useFormats();
  const form = useAppForm<Values>({
    initialValues: { file: null },
    check: ({ file }): Record<string, string> => {
      if (file === null) return { file: "Choose a file." };
      const isLarge = file.size > largestConversationBytes;
      return isLarge ? { file: `Files can have up to ${formatSize(largestConversationBytes, formats)}.` } : {};
    },
  });
  async function send({ file }: Values) {
    if (!file) return;
    onImported(await uploadFile("importConversation", {}, file));
    void refetchTopic("conversations");
  }
  return (
    <form ref={form.element} className={dialog.form} noValidate onSubmit={form.submit(send)}>
      <p>Choose a conversation that was downloaded as JSON. Its figures are marked as not verified.</p>
      <FileInput
        label="File"
        placeholder="Choose a file"
        accept="application/json,.json"
        {...form.getInputProps("file")}
      />
      {form.failure && (
        <p role="alert" className={dialog.problem}>
          {form.failure.message}
        </p>
      )}
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.submitting}>
          Import conversation
        </Button>
      </div>
    </form>
  );
}

function Outcome({ outcome, onOpen, onClose }: Props & { outcome: ImportedConversation }) {
  const formats = useFormats();
  const { conversation: id, tenant, title, read, imported, rejected } = outcome;
  return (
    <div className={dialog.form}>
      <p role="status">
        “{title}”: {formatCounted(read, "message", formats)} read, {imported} imported, {rejected.length} rejected.
        {id === null && " Nothing was kept."}
      </p>
      {rejected.length > 0 && (
        <ul className={classes.rejected} aria-label="Rejected messages">
          {rejected.map(({ place, reason }) => (
            <li key={place}>
              Message {place}: {reason}
            </li>
          ))}
        </ul>
      )}
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {id !== null && <Button onClick={() => onOpen({ id, tenant })}>Open conversation</Button>}
      </div>
    </div>
  );
}
