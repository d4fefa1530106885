import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import classes from "./embed.module.css";
import { EmbedMessage } from "./embed-message.tsx";

/** Shown when the page of an embedded report fails; it leads nowhere into the console. */
export function EmbedFailure({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <main className={classes.page}>
      <EmbedMessage
        icon={<IconAlertTriangle size={22} stroke={1.5} />}
        title="This report could not be shown."
        isTrouble
      >
        <p className={classes.words}>
          A part of the page failed or did not load. Check your connection and try again. If it keeps failing, open your
          link again.
        </p>
        <Button onClick={retry}>Try again</Button>
      </EmbedMessage>
    </main>
  );
}
