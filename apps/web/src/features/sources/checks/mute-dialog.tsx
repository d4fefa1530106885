import "@mantine/core/styles/Input.css";
import type { SourceCheck } from "@console/contracts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../../lib/queries.ts";

type Props = { tenantId: string; connection: string; check: SourceCheck; onClose: () => void };

const dayMs = 86_400_000;
const terms = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "", label: "Until somebody takes it back" },
];

/** Asks why and for how long a check is to be left out of what needs somebody. */
export function MuteDialog({ tenantId, connection, check: { id, name }, onClose }: Props) {
  const [reason, setReason] = useState("");
  const [days, setDays] = useState("30");
  const mute = useWrite("muteSourceCheck");
  const hasReason = reason.trim().length >= 3;
  return (
    <ConfirmDialog title={`Mute ${name}?`} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!hasReason) return;
          const until = days === "" ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
          mute.mutate({ tenantId, connection, check: id, reason, until }, { onSuccess: () => onClose() });
        }}
      >
        <p>It goes on being checked, but no longer counts among the failed ones.</p>
        <TextInput
          label="Reason"
          description="For those who find it muted; at least three characters."
          data-autofocus
          autoComplete="off"
          maxLength={300}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <NativeSelect
          label="For"
          data={terms}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        />
        {mute.error && (
          <p role="alert" className={classes.problem}>
            {mute.error.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" disabled={!hasReason} loading={mute.isPending}>
            Mute
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
