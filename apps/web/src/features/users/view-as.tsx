import type { EntityRow } from "@console/contracts";
import { Button, Textarea } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { startViewing } from "../../lib/auth/viewing.ts";
import { useAppForm } from "../../lib/use-app-form.ts";

/** Begins a look at someone's account; a reason must be given, and the person is told. */
export function ViewAs({ row }: { row: EntityRow }) {
  const [isOpen, setIsOpen] = useState(false);
  const form = useAppForm({ initialValues: { reason: "" } });
  const { reason } = form.values;
  const name = String(row.name ?? row.email ?? row.id);
  const start = useMutation({ mutationFn: () => startViewing({ uid: String(row.id), name }, reason.trim()) });
  const isShort = reason.trim().length < 5;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconEye size={16} stroke={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        View as
      </Button>
      {isOpen && (
        <ConfirmDialog title={`View as ${name}`} onClose={() => setIsOpen(false)}>
          <form
            ref={form.element}
            className={dialog.form}
            noValidate
            onSubmit={form.submit(async () => {
              if (!isShort) await start.mutateAsync();
            })}
          >
            <p>
              For 15 minutes this tab shows what they see. You cannot change, export or share anything. They receive an
              email with your name and the reason, and it is logged.
            </p>
            <Textarea
              label="Reason"
              description="At least 5 characters."
              inputWrapperOrder={["label", "input", "description", "error"]}
              required
              data-autofocus
              rows={2}
              maxLength={300}
              {...form.getInputProps("reason")}
            />
            {form.failure && (
              <p role="alert" className={dialog.problem}>
                {form.failure.message}
              </p>
            )}
            <div className={dialog.actions}>
              <Button variant="default" onClick={() => setIsOpen(false)}>
                Cancel
              </Button>
              <Button type="submit" color="red" disabled={isShort} loading={start.isPending || start.isSuccess}>
                View as {name}
              </Button>
            </div>
          </form>
        </ConfirmDialog>
      )}
    </>
  );
}
