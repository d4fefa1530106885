import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { requestLink } from "../../lib/request-link.ts";
import classes from "./states.module.css";

/** Says what failed and what to do, with the request id that support asks for. */
export function ErrorState({
  title,
  message,
  requestId,
  onRetry,
  actions,
  heading: Heading = "h2",
}: {
  title: string;
  message: string;
  requestId: string | null;
  /** Left out where the same would fail again. */
  onRetry?: (() => void) | undefined;
  actions?: ReactNode;
  heading?: "h1" | "h2" | "h3";
}) {
  return (
    <div className={classes.state} role="alert">
      <Heading className={classes.title}>{title}</Heading>
      <p className={classes.message}>{message}</p>
      {requestId && <RequestId id={requestId} />}
      <div className={classes.actions}>
        {onRetry && <Button onClick={onRetry}>Retry</Button>}
        {actions}
      </div>
    </div>
  );
}

function RequestId({ id }: { id: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const copy = async () => {
    setAnswer((await copyText(id)) ? "Copied" : "Select the ID and copy it by hand.");
  };

  return (
    <p className={classes.request}>
      Request ID <code className={classes.id}>{id}</code>
      <Button variant="default" size="compact-sm" onClick={() => void copy()}>
        Copy
      </Button>
      {requestLink(id)}
      <span role="status">{answer}</span>
    </p>
  );
}
