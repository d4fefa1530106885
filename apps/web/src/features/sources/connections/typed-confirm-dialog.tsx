import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useAppForm } from "../../../lib/use-app-form.ts";

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
  const form = useAppForm({ initialValues: { confirmation: "" } });
  const isConfirmed = form.values.confirmation === name;
  return (
    <ConfirmDialog title={title} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={form.submit(() => {
          if (isConfirmed) action.run();
        })}
      >
        {children}
        <TextInput
          label={`Type ${name} to confirm`}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps("confirmation")}
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
            disabled={!isConfirmed}
            loading={action.isPending}
          >
            {action.label}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
