import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";

type Props = { labels: readonly string[]; word: string; onClose: () => void; onConfirm: () => void };

/** Asks for a word before a setting is saved that many people feel at once. */
export function ConfirmSettingsDialog({ labels, word, onClose, onConfirm }: Props) {
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog title="Save this?" onClose={onClose}>
      <form
        className={dialog.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === word) onConfirm();
        }}
      >
        <p>Everybody feels this: {labels.join(", ")}.</p>
        <TextInput
          label={`Type ${word} to confirm`}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={typed !== word}>
            Save
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
