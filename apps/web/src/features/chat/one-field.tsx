import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import classes from "./chat.module.css";

type Props = {
  label: string;
  start: string;
  choices?: readonly string[];
  mayBeEmpty?: boolean;
  longest?: number;
  isBusy: boolean;
  onSave: (value: string) => void;
};

/** A dialog's form of one field. */
export function OneField({
  label,
  start,
  choices = [],
  mayBeEmpty = false,
  longest = 60,
  isBusy,
  onSave,
}: Props): ReactNode {
  const [typed, setTyped] = useState(start);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (mayBeEmpty || typed.trim() !== "") onSave(typed.trim());
  };
  return (
    <form className={classes.oneField} onSubmit={submit}>
      <TextInput
        label={label}
        autoFocus
        maxLength={longest}
        list={choices.length > 0 ? "chat-folders" : undefined}
        description={mayBeEmpty ? "Leave it empty to take the conversation out of its folder." : undefined}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {choices.length > 0 && (
        <datalist id="chat-folders">
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
      <Button type="submit" loading={isBusy}>
        Save
      </Button>
    </form>
  );
}
