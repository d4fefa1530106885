import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";

type Props = {
  title: string;
  /** What must be typed. */
  name: string;
  /** What happens then. */
  children: ReactNode;
  action: { label: string; color?: string; isPending: boolean; error: Error | null; run: () => void };
  /** What the other button says. */
  leave: string;
  onClose: () => void;
};

/** Asks for a name to be typed before something is done that cannot be taken back. */
export function TypedConfirmDialog({ title, name, children, action, leave, onClose }: Props) {
  const [typed, setTyped] = useState("");
  return (
    <ConfirmDialog title={title} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) action.run();
        }}
      >
        {children}
        <TextInput
          label={`Type ${name} to confirm`}
          data-autofocus
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {action.error && (
          <p role="alert" className={classes.problem}>
            {action.error.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {leave}
          </Button>
          <Button
            type="submit"
            {...(action.color !== undefined && { color: action.color })}
            disabled={typed !== name}
            loading={action.isPending}
          >
            {action.label}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
