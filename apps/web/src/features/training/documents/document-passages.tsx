import "@mantine/core/styles/Input.css";
import type { StoredPassage } from "@console/contracts";
import { Button, NativeSelect, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DocumentPanes, type ShownPane } from "../../../blocks/document-source/document-panes.tsx";
import { describePlace, PassageText } from "../../../blocks/passage/passage-text.tsx";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import { read, useWrite } from "../../../lib/queries.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import { useAddress } from "../../../lib/use-address.ts";
import { readTrainingSearch, type TrainingSearch } from "../training-search.ts";
import classes from "./documents.module.css";
import { PassageSource } from "./passage-source.tsx";

type State = StoredPassage["state"];

const states: Readonly<Record<State, string>> = {
  found: "Found",
  off: "Off",
  held: "To review",
  rejected: "Rejected",
};
const pageSize = 50;

/** The passages of a document in the order of reading, beside the document once one of them is opened there. */
export function DocumentPassages({ id }: { id: string }) {
  const { query, go } = useAddress<TrainingSearch>(readTrainingSearch);
  const [page, setPage] = useState<number | null>(null);
  const [shown, setShown] = useState<ShownPane>("document");
  const opened = query.passage ?? null;
  const open = (passage: string | undefined) => {
    setPage(null);
    setShown("document");
    go({ passage }, { isReplaced: opened !== null });
  };
  const passages = <PassageList id={id} opened={opened} onOpen={open} />;
  if (opened === null) return passages;
  return (
    <DocumentPanes
      passages={passages}
      shown={shown}
      onShow={setShown}
      document={<PassageSource id={id} passage={opened} page={page} onPage={setPage} onClose={() => open(undefined)} />}
    />
  );
}

type ListProps = { id: string; opened: string | null; onOpen: (passage: string) => void };

/** Each passage can be edited, switched off, released or rejected. */
function PassageList({ id, opened, onOpen }: ListProps) {
  const [state, setState] = useState<State | "all">("all");
  const [start] = useState(opened);
  const [starts, setStarts] = useState<readonly number[]>([]);
  const from = starts.at(-1);
  const place = from === undefined && start !== null ? { passage: start } : { from: from ?? 0 };
  const chosen = state === "all" ? {} : { state };
  const { data, error, refetch } = useQuery({
    ...read("listPassages", { document: id, limit: pageSize, ...place, ...chosen }),
    placeholderData: (before) => before,
  });
  if (error && !data) {
    return <ReadProblem title="The passages could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <ShapedSkeleton label="Loading the passages" shape="detail" />;
  const { counts, items, next, document } = data;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const first = items[0]?.position ?? 0;
  const choices = [
    { value: "all", label: `All ${total}` },
    ...(Object.keys(states) as State[])
      .filter((one) => (counts[one] ?? 0) > 0)
      .map((one) => ({ value: one, label: `${states[one]} ${counts[one]}` })),
  ];
  const hasFile = data.versions.some(({ isFound }) => isFound);
  return (
    <div className={classes.parts}>
      {document.problem && <p className={classes.problem}>{document.problem}</p>}
      {document.remark && <p className={classes.quiet}>{document.remark}</p>}
      {total === 0 ? (
        <EmptyState title="No passages yet" message="Passages appear once the document has been read." actions={null} />
      ) : (
        <NativeSelect
          aria-label="Passages shown"
          className={classes.start}
          data={choices}
          value={state}
          onChange={({ currentTarget }) => {
            setState(currentTarget.value as State | "all");
            setStarts([0]);
          }}
        />
      )}
      <ol className={classes.passages} aria-label="Passages">
        {items.map((passage) => (
          <Passage
            key={passage.id}
            document={id}
            title={document.name}
            passage={passage}
            isOpened={passage.id === opened}
            onOpen={hasFile ? () => onOpen(passage.id) : null}
          />
        ))}
      </ol>
      {(first > 0 || starts.length > 1 || next !== null) && (
        <div className={classes.actions}>
          <Button
            variant="default"
            disabled={starts.length < 2 && (state !== "all" || first === 0)}
            onClick={() => setStarts(starts.length < 2 ? [Math.max(0, first - pageSize)] : starts.slice(0, -1))}
          >
            Previous
          </Button>
          <Button
            variant="default"
            disabled={next === null}
            onClick={() => next !== null && setStarts([...(starts.length === 0 ? [first] : starts), next])}
          >
            Next
          </Button>
        </div>
      )}
    </div>
  );
}

type PassageProps = {
  document: string;
  title: string;
  passage: StoredPassage;
  /** It is shown where it stands. */
  isOpened: boolean;
  /** Null where there is no file to open. */
  onOpen: (() => void) | null;
};

function Passage({ document, title, passage, isOpened, onOpen }: PassageProps) {
  const { id, kind, content, original, state, reason, position } = passage;
  const [draft, setDraft] = useState<string | null>(null);
  const change = useWrite("changePassage");
  const save = (input: { content?: string | null; state?: "found" | "off" | "rejected" }) =>
    change.mutate(
      { document, passage: id, ...input },
      {
        onSuccess: () => setDraft(null),
        onError: (failure) => showFailure("The passage was not changed", failure),
      },
    );
  const place = describePlace({ title, headings: passage.headings, page: passage.page });
  const name = `passage ${position + 1}`;
  const isFound = state === "found" || state === "off";
  return (
    <li className={classes.passage} data-state={state} aria-current={isOpened || undefined}>
      <div className={classes.passageHead}>
        <p className={classes.quiet}>
          {position + 1}. {place || "Without a heading"}
        </p>
        {(state !== "found" || original !== null) && (
          <p className={classes.mark}>
            {[state === "found" ? null : states[state], original === null ? null : "Edited"].filter(Boolean).join(", ")}
          </p>
        )}
      </div>
      {reason !== null && !isFound && <p className={classes.problem}>{reason}</p>}
      {draft === null ? (
        <PassageText kind={kind} content={content} />
      ) : (
        <Textarea
          label={`Text of ${name}`}
          autosize
          minRows={3}
          maxLength={20_000}
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      )}
      <div className={classes.rowActions}>
        {onOpen && draft === null && (
          <Button size="compact-sm" variant="subtle" aria-label={`Open the document at ${name}`} onClick={onOpen}>
            Open at its place
          </Button>
        )}
        {draft !== null && (
          <>
            <Button size="compact-sm" loading={change.isPending} onClick={() => save({ content: draft })}>
              Save
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </>
        )}
        {draft === null && isFound && (
          <Button size="compact-sm" variant="subtle" aria-label={`Edit ${name}`} onClick={() => setDraft(content)}>
            Edit
          </Button>
        )}
        {draft === null && original !== null && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Undo the edit of ${name}`}
            onClick={() => save({ content: null })}
          >
            Undo edit
          </Button>
        )}
        {draft === null && isFound && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Switch ${name} ${state === "found" ? "off" : "on"}`}
            onClick={() => save({ state: state === "found" ? "off" : "found" })}
          >
            {state === "found" ? "Switch off" : "Switch on"}
          </Button>
        )}
        {!isFound && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Release ${name}`}
            onClick={() => save({ state: "found" })}
          >
            Release
          </Button>
        )}
        {state === "held" && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Reject ${name}`}
            onClick={() => save({ state: "rejected" })}
          >
            Reject
          </Button>
        )}
      </div>
    </li>
  );
}
