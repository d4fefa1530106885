import { Button } from "@mantine/core";
import classes from "./confirm-dialog.module.css";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Asks before unsaved changes are left behind. */
export function UnsavedChangesDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <ConfirmDialog title="Leave without saving?" onClose={onStay}>
      <div className={classes.form}>
        <p>Your changes will be lost.</p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onLeave}>
            Leave
          </Button>
          <Button data-autofocus onClick={onStay}>
            Keep editing
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
