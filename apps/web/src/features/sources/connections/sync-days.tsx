import "@mantine/core/styles/Input.css";
import type { ConnectionDetail } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { ApiError } from "../../../lib/api.ts";
import { useWrite } from "../../../lib/queries.ts";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId" | "kind">; onClose: () => void };

/** Asks for the days that are to be read once more. */
export function SyncDays({ connection: { id, tenantId, kind }, onClose }: Props) {
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const start = useWrite("startRun");
  const fields = start.error instanceof ApiError ? start.error.fields : {};
  const isAtField = fields.from !== undefined || fields.to !== undefined;
  return (
    <ConfirmDialog title="Sync days" onClose={onClose}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate(
            { tenantId, connection: id, ...(from && { from }), ...(to && { to }) },
            { onSuccess: () => onClose() },
          );
        }}
      >
        <p>
          {kind === "tookan"
            ? "Tasks of these days are read once more; what has not changed stays as it is. The provider gives the last 31 days."
            : "Rows of these days are read once more; what has not changed stays as it is, and nothing is removed."}
        </p>
        <div className={classes.days}>
          <TextInput
            type="date"
            label="From"
            data-autofocus
            value={from}
            error={fields.from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label="To"
            value={to}
            error={fields.to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </div>
        {start.error && !isAtField && (
          <p role="alert" className={classes.problem}>
            {start.error.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={start.isPending} disabled={from === "" || to === ""}>
            Sync days
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
