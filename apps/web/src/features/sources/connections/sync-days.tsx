import "@mantine/core/styles/Input.css";
import type { ConnectionDetail } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { Button, TextInput } from "@mantine/core";
import classes from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../../lib/queries.ts";
import { type FieldErrors, useAppForm } from "../../../lib/use-app-form.ts";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId" | "kind">; onClose: () => void };

/** The days are both included here, as people name them. */
function checkDays({ from, to }: { from: string; to: string }): FieldErrors {
  return from > to ? { from: "The first day.", to: "The last day, not before the first." } : {};
}

/** Asks for the days that are to be read once more. */
export function SyncDays({ connection: { id, tenantId, kind }, onClose }: Props) {
  const form = useAppForm({ initialValues: { from: "", to: "" }, check: checkDays });
  const { from, to } = form.values;
  const start = useWrite("startRun");
  return (
    <ConfirmDialog title="Sync days" onClose={onClose}>
      <form
        ref={form.element}
        className={classes.form}
        noValidate
        onSubmit={form.submit(async () => {
          await start.mutateAsync({ tenantId, connection: id, from, to: addDays(to, 1) });
          onClose();
        })}
      >
        <p>
          {kind === "tookan"
            ? "Tasks of these days are read again. Unchanged tasks stay as they are. The provider keeps the last 31 days."
            : "Rows of these days are read again. Unchanged rows stay as they are, and nothing is removed."}
        </p>
        <div className={classes.days}>
          <TextInput type="date" label="From" data-autofocus {...form.getInputProps("from")} />
          <TextInput type="date" label="To" {...form.getInputProps("to")} />
        </div>
        {form.failure && (
          <p role="alert" className={classes.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={form.submitting} disabled={from === "" || to === ""}>
            Sync days
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
