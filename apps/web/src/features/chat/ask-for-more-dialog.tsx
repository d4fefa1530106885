import "@mantine/core/styles/Input.css";
import { longestAskReason, type OwnLimit } from "@console/contracts";
import { Button, Textarea } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";

/** Asks those who set a limit for more, with a reason. */
export function AskForMoreDialog({ limit, onClose }: { limit: OwnLimit; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const ask = useWrite("askForMore");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    ask.mutate(
      { limit: limit.id, reason },
      {
        onSuccess: () => {
          showToast({ type: "success", title: "Ask for more", message: "Platform admins have been notified." });
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog title="Ask for more" onClose={onClose}>
      <form className={dialog.form} onSubmit={send}>
        <p>Platform admins are notified that you need more {limit.what}. You can ask once a day.</p>
        <Textarea
          label="Reason"
          data-autofocus
          rows={3}
          maxLength={longestAskReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {ask.error && (
          <p role="alert" className={dialog.problem}>
            {ask.error.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={ask.isPending}>
            Ask for more
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
