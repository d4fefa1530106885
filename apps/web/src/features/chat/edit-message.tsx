import "@mantine/core/styles/Input.css";
import { longestMessage } from "@console/contracts";
import { Button, Textarea } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import classes from "./chat.module.css";

type Props = { text: string; hasFiles: boolean; onCancel: () => void; onSend: (text: string) => Promise<void> };

/** Says a message in other words; the first stays as another version. */
export function EditMessage({ text, hasFiles, onCancel, onSend }: Props) {
  const [typed, setTyped] = useState(text);
  const [isSending, setSending] = useState(false);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (typed.trim() === "") return;
    setSending(true);
    void onSend(typed.trim()).finally(() => setSending(false));
  };
  return (
    <form className={classes.edit} onSubmit={submit}>
      <Textarea
        label="Your message"
        description={`Sent as a new version${hasFiles ? " with its files" : ""}. The current one is kept.`}
        autoFocus
        autosize={false}
        rows={3}
        maxLength={longestMessage}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onCancel();
          if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) submit(event);
        }}
      />
      <div className={classes.acts}>
        <Button type="submit" size="compact-sm" loading={isSending}>
          Send
        </Button>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
