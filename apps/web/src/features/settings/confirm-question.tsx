import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import question from "../../blocks/question/question.module.css";
import { Question } from "../../blocks/question/question.tsx";

type Props = { labels: readonly string[]; word: string; onClose: () => void; onConfirm: () => void };

/** Asks for a word before a setting is saved that many people feel at once. */
export function ConfirmQuestion({ labels, word, onClose, onConfirm }: Props) {
  const [typed, setTyped] = useState("");
  return (
    <Question title="Save this?" onClose={onClose}>
      <form
        className={question.form}
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
        <div className={question.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={typed !== word}>
            Save
          </Button>
        </div>
      </form>
    </Question>
  );
}
