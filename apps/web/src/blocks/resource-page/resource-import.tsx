import type { EntityDescription, RouteOutput, Routes } from "@console/contracts";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { uploadFile } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import dialog from "../confirm-dialog/confirm-dialog.module.css";
import detail from "../detail/detail.module.css";
import { useResourceAddress } from "./resource-address.ts";
import classes from "./resource-page.module.css";

type Answer = RouteOutput<Routes["importEntity"]>;

/** Brings rows in from a file: first a trial that says what would become of each, then in earnest. */
export function ResourceImport({ description }: { description: EntityDescription }) {
  const { go } = useResourceAddress();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const send = useMutation({
    mutationFn: ({ chosen, isTrial }: { chosen: File; isTrial: boolean }) =>
      uploadFile("importEntity", { entity: description.name, isTrial: isTrial ? "true" : "false" }, chosen),
    onSuccess: (next) => {
      setAnswer(next);
      if (!next.isWritten) return;
      void refetchTopic("entities");
      const { counts } = next;
      showToast({ title: description.many, message: `${counts.new} new, ${counts.changed} changed.`, type: "success" });
    },
  });
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setAnswer(null);
    send.mutate({ chosen, isTrial: true });
  };
  const written = answer ? answer.counts.new + answer.counts.changed : 0;
  const fields = description.fields.filter(({ isGiven, type }) => isGiven && type !== "picture");
  return (
    <section className={detail.card} aria-labelledby="import-resource">
      <h2 id="import-resource" className={detail.name}>
        Import {description.many.toLowerCase()}
      </h2>
      <div className={classes.drop}>
        <p>
          A CSV, TSV, XLSX or NDJSON file with the columns {fields.map(({ label }) => label).join(", ")}. Nothing is
          saved until you have seen what happens to each row.
        </p>
        <input
          ref={input}
          type="file"
          hidden
          aria-label="File"
          accept=".csv,.tsv,.txt,.xlsx,.ndjson,.jsonl"
          onChange={({ currentTarget }) => {
            choose(currentTarget.files?.[0]);
            currentTarget.value = "";
          }}
        />
        <Button variant="default" loading={send.isPending} onClick={() => input.current?.click()}>
          {file ? "Choose another file" : "Choose a file"}
        </Button>
      </div>
      {send.error && (
        <p role="alert" className={dialog.problem}>
          {send.error.message}
        </p>
      )}
      {answer && <Outcomes answer={answer} />}
      <div className={dialog.actions}>
        <Button variant="default" onClick={() => go({ do: undefined })}>
          {answer?.isWritten ? "Done" : "Cancel"}
        </Button>
        {answer && !answer.isWritten && (
          <Button
            disabled={written === 0}
            loading={send.isPending}
            onClick={() => file && send.mutate({ chosen: file, isTrial: false })}
          >
            Import {written.toLocaleString("en-US")}{" "}
            {(written === 1 ? description.one : description.many).toLowerCase()}
          </Button>
        )}
      </div>
    </section>
  );
}

function Outcomes({ answer: { counts, outcomes, unusedColumns, isWritten } }: { answer: Answer }) {
  return (
    <>
      <p className={classes.counts} role="status">
        <strong>{isWritten ? "Saved:" : "Preview, nothing is saved yet:"}</strong>
        <span>{counts.new} new</span>
        <span>{counts.changed} changed</span>
        <span>{counts.same} the same</span>
        <span>{counts.wrong} wrong</span>
      </p>
      {unusedColumns.length > 0 && <p className={detail.quiet}>Not used: {unusedColumns.join(", ")}.</p>}
      <ul className={classes.outcomes} aria-label="Rows">
        {outcomes.map(({ line, title, outcome, message }) => (
          <li key={line} data-done={outcome !== "wrong"}>
            <strong>
              Line {line}
              {title && `, ${title}`}
            </strong>
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
