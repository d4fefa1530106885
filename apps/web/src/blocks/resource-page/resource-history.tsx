import type { EntityDescription, HistoryEntry } from "@console/contracts";
import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { callApi } from "../../lib/api.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { ChangeTable } from "../detail/change-table.tsx";
import detail from "../detail/detail.module.css";
import { tellValue } from "../detail/tell-value.ts";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import classes from "./resource-page.module.css";

/** What was done to a row, by whom and when, newest first. */
export function ResourceHistory({ description, id }: { description: EntityDescription; id: string }) {
  const input = { entity: description.name, id };
  const list = useInfiniteQuery({
    queryKey: ["listEntityHistory", input],
    queryFn: ({ pageParam, signal }) =>
      callApi("listEntityHistory", { ...input, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  if (list.isPending) return <ShapedSkeleton label="Loading the history" shape="list" />;
  if (list.error && entries.length === 0) {
    return (
      <ReadProblem
        heading="h3"
        title="The history could not be loaded"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (entries.length === 0) return <p className={detail.quiet}>No history yet.</p>;
  return (
    <>
      <HistoryList entries={entries} />
      {list.hasNextPage && (
        <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Whether the sentence says all that was changed. */
function isTold(words: string, changes: HistoryEntry["changes"]): boolean {
  const [change, second] = changes;
  return !change || (!second && words.includes(change.after ?? change.label.toLowerCase()));
}

/** Entries of a history as sentences, with what each has changed. */
export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  const formats = useFormats();
  return (
    <ol className={classes.history}>
      {entries.map(({ id, at, by, byName, words, changes, facts }) => (
        <li key={id}>
          <p>
            <strong>{byName ?? by ?? "System"}</strong> {words}{" "}
            <span className={detail.quiet}>· {formatInstant(at, formats)}</span>
          </p>
          {!isTold(words, changes) && <ChangeTable changes={changes} label={`Changes: ${words}`} />}
          {Object.keys(facts).length > 0 && (
            <ul className={classes.changes}>
              {Object.entries(facts).map(([label, fact]) => (
                <li key={label}>
                  {label}: {tellValue(fact, formats)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
