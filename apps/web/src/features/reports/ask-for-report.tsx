import "@mantine/core/styles/Input.css";
import type { MissingReport } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button, Textarea } from "@mantine/core";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./ask-for-report.module.css";

type Request = NonNullable<MissingReport["request"]>;
type Props = { report: string; title: string; request: Request | null };

/** Asks platform admins for a report, and says what became of it. */
export function AskForReport({ report, title, request }: Props) {
  if (request === null) return <AskForm report={report} title={title} label="Ask for access" />;
  return (
    <div className={classes.ask}>
      <RequestState request={request} />
      {request.state === "open" && request.isMine && <Withdraw report={report} title={title} />}
      {request.state === "declined" && <AskForm report={report} title={title} label="Ask again" />}
    </div>
  );
}

function RequestState({ request: { state, askedAt, answer } }: { request: Request }) {
  const formats = useFormats();
  if (state === "declined") return <Words>Declined{answer ? `: ${answer}` : "."}</Words>;
  if (state === "granted")
    return <Words>Granted. It shows figures as soon as its data comes in.{answer && ` ${answer}`}</Words>;
  return <Words>Requested on {formatInstant(askedAt, formats)}. You will get the answer by email.</Words>;
}

function Words({ children }: { children: ReactNode }) {
  return (
    <p className={classes.asked} role="status">
      {children}
    </p>
  );
}

function Withdraw({ report, title }: { report: string; title: string }) {
  const withdraw = useWrite("withdrawReportRequest");
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={withdraw.isPending}
        aria-label={`Withdraw request: ${title}`}
        onClick={() => withdraw.mutate({ report })}
      >
        Withdraw
      </Button>
      {withdraw.error && <Failure>Not withdrawn. {withdraw.error.message}</Failure>}
    </>
  );
}

function AskForm({ report, title, label }: { report: string; title: string; label: string }) {
  const ask = useWrite("askForReport");
  const [isOpen, setIsOpen] = useState(false);
  const [note, setNote] = useState("");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    ask.mutate({ report, ...(note.trim() !== "" && { note: note.trim() }) }, { onSuccess: () => setIsOpen(false) });
  };
  if (!isOpen) {
    return (
      <Button variant="default" size="compact-sm" aria-label={`${label}: ${title}`} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
    );
  }
  return (
    <form className={classes.form} onSubmit={send}>
      <Textarea
        label="Note (optional)"
        description="What do you need the report for?"
        maxLength={500}
        rows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div className={classes.ask}>
        <Button type="submit" size="compact-sm" loading={ask.isPending} aria-label={`Send request: ${title}`}>
          Send request
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(false)}>
          Cancel
        </Button>
      </div>
      {ask.error && <Failure>Not sent. {ask.error.message}</Failure>}
    </form>
  );
}

function Failure({ children }: { children: ReactNode }) {
  return (
    <p className={classes.failure} role="alert">
      {children}
    </p>
  );
}
