import { Button } from "@mantine/core";
import { DialogFrame } from "./dialog-frame.tsx";
import { fieldId } from "./error-summary.tsx";
import classes from "./signup-dialog.module.css";
import { useReturnFocus } from "./use-return-focus.ts";

/** Asks before what was typed is thrown away. */
export function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  useReturnFocus(fieldId("fullName"));
  return (
    <DialogFrame title="Discard this request?" width={400} onClose={onKeep} isOnTop>
      <div className={classes.ask}>
        <p>What you typed will be removed from this browser.</p>
        <div className={classes.askActions}>
          <Button variant="default" onClick={onDiscard}>
            Discard
          </Button>
          <Button data-autofocus onClick={onKeep}>
            Keep editing
          </Button>
        </div>
      </div>
    </DialogFrame>
  );
}
