import type { ManagedModel } from "@console/contracts";
import { Button } from "@mantine/core";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { ApiError } from "../../lib/api.ts";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";

type Props = {
  model: ManagedModel;
  users: readonly string[];
  onClose: () => void;
  /** Whether it is being deleted. */
  onGoing: (isGoing: boolean) => void;
  onGone: () => void;
};

/** Asks once more before a model is deleted, and says who uses it. */
export function DeleteModelDialog({ model, users, onClose, onGoing, onGone }: Props) {
  const remove = useWrite("deleteModel");
  // A policy may name it since the page was read: the server tells of it once more.
  const isWarned = users.length > 0 || (remove.error instanceof ApiError && "isConfirmed" in remove.error.fields);
  const run = () => {
    onGoing(true);
    remove.mutate(
      { model: model.id, isConfirmed: isWarned ? "true" : "false" },
      {
        onSuccess: () => {
          showToast({ title: "Models", message: `${model.name} is deleted.`, type: "success" });
          onGone();
        },
        onError: () => onGoing(false),
      },
    );
  };
  return (
    <ConfirmDialog title={`Delete ${model.name}`} onClose={onClose}>
      <div className={dialog.form}>
        <p>It is deleted from {model.provider.name}. To use it again it must be downloaded again.</p>
        {users.length > 0 && <p>The policy of {users.join(", ")} names it. They cannot use it any more.</p>}
        {remove.error && (
          <p role="alert" className={dialog.problem}>
            {remove.error.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" data-autofocus loading={remove.isPending} onClick={run}>
            {isWarned ? "Delete all the same" : "Delete"}
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
