import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/Input.css";
import { longestPinTitle, type RouteInput, type Routes } from "@console/contracts";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./chat.module.css";

type Props = {
  message: string;
  question: string;
  /** The query of the answer, where its chips were changed. */
  query: RouteInput<Routes["pinAnswer"]>["query"];
  onClose: () => void;
};

/** Pins an answer under a title. */
export function PinDialog({ message, question, query, onClose }: Props) {
  const [title, setTitle] = useState(question.replace(/\s+/g, " ").trim().slice(0, longestPinTitle));
  const [hasFixedDays, setFixedDays] = useState(false);
  const pin = useWrite("pinAnswer");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (title.trim() === "") return;
    pin.mutate(
      { message, title: title.trim(), hasFixedDays, ...(query && { query }) },
      {
        onError: (failure) => showFailure("Not pinned", failure),
        onSuccess: () => {
          onClose();
          showToast({
            type: "success",
            title: "Pinned",
            message: "It is on your page with live data, and can be a card of your dashboard.",
          });
        },
      },
    );
  };
  return (
    <ConfirmDialog title="Pin the answer" onClose={onClose}>
      <form className={classes.oneField} onSubmit={submit}>
        <TextInput
          label="Title"
          autoFocus
          required
          maxLength={longestPinTitle}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Checkbox
          label="Keep the days of this answer"
          description="Otherwise a period such as last month moves with today."
          checked={hasFixedDays}
          onChange={(event) => setFixedDays(event.currentTarget.checked)}
        />
        <Button type="submit" loading={pin.isPending}>
          Pin answer
        </Button>
      </form>
    </ConfirmDialog>
  );
}
