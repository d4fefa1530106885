import "@mantine/core/styles/Input.css";
import type { SourceCheck } from "@console/contracts";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import classes from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useWrite } from "../../../lib/queries.ts";
import { useAppForm } from "../../../lib/use-app-form.ts";

type Props = { tenantId: string; connection: string; check: SourceCheck; onClose: () => void };

const dayMs = 86_400_000;
const terms = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "", label: "Until unmuted" },
];

/** Asks why and for how long a check is to be left out of what needs attention. */
export function MuteDialog({ tenantId, connection, check: { id, name }, onClose }: Props) {
  const form = useAppForm({ initialValues: { reason: "", days: "30" } });
  const { reason, days } = form.values;
  const mute = useWrite("muteSourceCheck");
  const hasReason = reason.trim().length >= 3;
  return (
    <ConfirmDialog title={`Mute ${name}?`} onClose={onClose}>
      <form
        ref={form.element}
        className={classes.form}
        onSubmit={form.submit(async () => {
          if (!hasReason) return;
          const until = days === "" ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
          await mute.mutateAsync({ tenantId, connection, check: id, reason, until });
          onClose();
        })}
      >
        <p>It is still checked, but no longer counts as failed.</p>
        <TextInput
          label="Reason"
          description="Shown to anyone who finds it muted. At least three characters."
          data-autofocus
          autoComplete="off"
          maxLength={300}
          {...form.getInputProps("reason")}
        />
        <NativeSelect label="For" data={terms} {...form.getInputProps("days")} />
        {form.failure && (
          <p role="alert" className={classes.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" disabled={!hasReason} loading={form.submitting}>
            Mute
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
