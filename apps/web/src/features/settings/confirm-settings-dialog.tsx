import { Button, TextInput } from "@mantine/core";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useAppForm } from "../../lib/use-app-form.ts";

type Props = { labels: readonly string[]; word: string; onClose: () => void; onConfirm: () => void };

/** Asks for a word before a setting is saved that many people feel at once. */
export function ConfirmSettingsDialog({ labels, word, onClose, onConfirm }: Props) {
  const form = useAppForm({ initialValues: { confirmation: "" } });
  const isConfirmed = form.values.confirmation === word;
  return (
    <ConfirmDialog title="Save this?" onClose={onClose}>
      <form
        className={dialog.form}
        onSubmit={form.submit(() => {
          if (isConfirmed) onConfirm();
        })}
      >
        <p>This affects everyone: {labels.join(", ")}.</p>
        <TextInput
          label={`Type ${word} to confirm`}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps("confirmation")}
        />
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isConfirmed}>
            Save
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
