import "@mantine/core/styles/Input.css";
import type { EntityRow, Transcript } from "@console/contracts";
import { formatFigure } from "@console/figures/format";
import { Button, Textarea } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { describePlace, PassageText } from "../../blocks/passage/passage-text.tsx";
import type { PlainColumn } from "../../blocks/plain-table/plain-table.tsx";
import { WideTable } from "../../blocks/plain-table/wide-table.tsx";
import { ApiError } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./feedback.module.css";

const trainingKinds = { word: "Word", example: "Example", answer: "Verified answer", document: "Document" };

/** The answer that was rated, as it was: closed until its reader says why they open it. */
export function TranscriptTab({ row }: { row: EntityRow }) {
  const { user } = useAuth();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const open = useWrite("openTranscript");
  const isOwn = user?.uid === row.uid;
  const read = (reason: string) =>
    open.mutate(
      { feedback: String(row.id), reason },
      {
        onSuccess: () => setAsking(false),
        onError: (failure) => {
          const told = failure instanceof ApiError ? failure.fields.reason : undefined;
          if (told) setProblem(told);
          else showFailure("Answer", failure);
        },
      },
    );
  if (open.data) return <OpenedTranscript transcript={open.data} />;
  return (
    <div className={classes.teach}>
      <p className={detail.quiet}>
        {isOwn
          ? "The answer as you saw it, with its figures and passages."
          : "The answer as its reader saw it, with its figures and passages. Opening it asks for a reason, which is kept in the audit log."}
      </p>
      <Button
        size="xs"
        variant="default"
        loading={open.isPending && !isAsking}
        onClick={() => (isOwn ? read("") : setAsking(true))}
      >
        Open answer
      </Button>
      {isAsking && (
        <ReasonDialog
          isBusy={open.isPending}
          problem={problem}
          onTyped={() => setProblem(null)}
          onSend={read}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

type DialogProps = {
  isBusy: boolean;
  problem: string | null;
  onTyped: () => void;
  onSend: (reason: string) => void;
  onClose: () => void;
};

function ReasonDialog({ isBusy, problem, onTyped, onSend, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSend(reason.trim());
  };
  return (
    <ConfirmDialog title="Why do you open this?" onClose={onClose}>
      <form onSubmit={submit} className={dialog.form}>
        <Textarea
          label="Reason"
          description="It is kept in the audit log with your name."
          data-autofocus
          rows={3}
          maxLength={300}
          value={reason}
          error={problem ?? undefined}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            onTyped();
          }}
        />
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            Open answer
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

type Row = Transcript["rows"][number];

function OpenedTranscript({ transcript }: { transcript: Transcript }) {
  const formats = useFormats();
  const { text, reading, columns, rows, currency, passages, training } = transcript;
  const shown: PlainColumn<Row>[] = columns.map(({ id, label, unit }, place) => ({
    id,
    label: unit === "currency" && currency ? `${label} (${currency})` : label,
    isHeader: place === 0 && unit === null,
    isNumeric: unit !== null,
    cell: (row) => {
      const value = row[id] ?? null;
      if (typeof value !== "number" || unit === null) return value === null ? "–" : String(value);
      return formatFigure(value, { unit, currency: currency ?? "USD" }, formats);
    },
  }));
  return (
    <div className={classes.transcript}>
      <p>{text}</p>
      {reading.length > 0 && <p className={detail.quiet}>Understood as: {reading.join(", ")}</p>}
      {rows.length > 0 && (
        <WideTable name="Figures" columns={shown} rows={rows} rowKey={(row) => JSON.stringify(row)} />
      )}
      {passages.map((passage) => (
        <blockquote key={`${passage.title} ${passage.content}`} className={classes.quote}>
          <PassageText kind={passage.kind} content={passage.content} />
          <footer className={detail.quiet}>
            {[passage.title, describePlace(passage)].filter(Boolean).join(" › ")}
          </footer>
        </blockquote>
      ))}
      {training.length > 0 && (
        <p className={detail.quiet}>
          Training used: {training.map(({ kind, label }) => `${trainingKinds[kind]} “${label}”`).join(", ")}
        </p>
      )}
    </div>
  );
}
