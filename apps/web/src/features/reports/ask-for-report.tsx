import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./ask-for-report.module.css";

type Props = { report: string; title: string; askedAt: string | null };

/** Asks those who run the platform for a report; once that is done, it says when. */
export function AskForReport({ report, title, askedAt }: Props) {
  const formats = useFormats();
  const ask = useWrite("askForReport");
  const since = askedAt ?? ask.data?.askedAt ?? null;
  if (since) {
    return (
      <p className={classes.asked} role="status">
        Asked for on {formatInstant(since, formats)}. An administrator of the platform connects it.
      </p>
    );
  }
  return (
    <div className={classes.ask}>
      <Button
        variant="default"
        size="compact-sm"
        loading={ask.isPending}
        aria-label={`Ask for access: ${title}`}
        onClick={() => ask.mutate({ report })}
      >
        Ask for access
      </Button>
      {ask.error && (
        <p className={classes.failure} role="alert">
          Not sent. {ask.error.message}
        </p>
      )}
    </div>
  );
}
