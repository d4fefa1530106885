import "@mantine/core/styles/Input.css";
import { Button, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "../../../blocks/question/question.module.css";
import { Question } from "../../../blocks/question/question.tsx";

type Props = {
  title: string;
  /** What must be typed. */
  name: string;
  /** What happens then. */
  children: ReactNode;
  act: { label: string; color?: string; isPending: boolean; error: Error | null; run: () => void };
  /** What the other button says. */
  leave: string;
  onClose: () => void;
};

/** Asks for a name to be typed before something is done that cannot be taken back. */
export function TypedQuestion({ title, name, children, act, leave, onClose }: Props) {
  const [typed, setTyped] = useState("");
  return (
    <Question title={title} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) act.run();
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
        {act.error && (
          <p role="alert" className={classes.problem}>
            {act.error.message}
          </p>
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {leave}
          </Button>
          <Button
            type="submit"
            {...(act.color !== undefined && { color: act.color })}
            disabled={typed !== name}
            loading={act.isPending}
          >
            {act.label}
          </Button>
        </div>
      </form>
    </Question>
  );
}
