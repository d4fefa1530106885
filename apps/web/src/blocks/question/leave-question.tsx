import { Button } from "@mantine/core";
import classes from "./question.module.css";
import { Question } from "./question.tsx";

/** Asks before unsaved changes are left behind. */
export function LeaveQuestion({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <Question title="Leave without saving?" onClose={onStay}>
      <div className={classes.form}>
        <p>What you changed will be lost.</p>
        <div className={classes.actions}>
          <Button variant="default" onClick={onLeave}>
            Leave
          </Button>
          <Button data-autofocus onClick={onStay}>
            Keep editing
          </Button>
        </div>
      </div>
    </Question>
  );
}
