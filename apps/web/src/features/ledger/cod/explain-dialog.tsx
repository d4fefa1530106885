import "@mantine/core/styles/Input.css";
import type { MatchingRow } from "@console/contracts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import dialog from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../../lib/queries.ts";
import { FormProblem } from "../form-problem.tsx";

/** Asks why a driver's day does not match, and who sees to it. */
export function ExplainDialog({ row, onClose }: { row: MatchingRow; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [owner, setOwner] = useState("");
  const explain = useWrite("explainMatching");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const { driver, day, currency } = row;
    explain.mutate({ driver, day, currency, reason, owner }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog title={`${row.driver ?? "No driver named"}, ${row.day}`} onClose={onClose}>
      <form className={dialog.form} onSubmit={send}>
        <p>{`${row.reason} The explanation holds as long as the day stands like this.`}</p>
        <Textarea
          label="Reason"
          data-autofocus
          required
          rows={2}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label="Owner"
          description="Who sees to it."
          required
          maxLength={120}
          value={owner}
          onChange={(event) => setOwner(event.currentTarget.value)}
        />
        <FormProblem error={explain.error} />
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={explain.isPending}>
            Explain
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
