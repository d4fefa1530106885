import type { EntityDescription, HistoryEntry } from "@console/contracts";
import { formatInstant, ownFormats } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { callApi } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import detail from "../detail/detail.module.css";
import { ReadProblem } from "../states/read-problem.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { describeEntry } from "./describe-entry.ts";
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
  if (list.isPending) return <Skeleton label="Loading the history" lines={[100, 80, 90]} />;
  if (list.error && entries.length === 0) {
    return (
      <ReadProblem
        heading="h3"
        title="The history could not be read"
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (entries.length === 0) return <p className={detail.quiet}>Nothing has been noted yet.</p>;
  return (
    <>
      <HistoryList entries={entries} fields={description.fields} />
      {list.hasNextPage && (
        <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** Entries of a history in words, with what each has changed. */
export function HistoryList({
  entries,
  fields,
}: {
  entries: readonly HistoryEntry[];
  fields: Parameters<typeof describeEntry>[1];
}) {
  const formats = useAuth().user ?? ownFormats;
  return (
    <ol className={classes.history}>
      {entries.map((entry) => {
        const { words, changes } = describeEntry(entry, fields);
        return (
          <li key={entry.id}>
            <p>
              <strong>{words}</strong>{" "}
              <span className={detail.quiet}>
                {entry.byName ?? entry.by ?? "the product"} · {formatInstant(entry.at, formats)}
              </span>
            </p>
            {changes.length > 0 && (
              <ul className={classes.changes}>
                {changes.map(({ label, before, after }) => (
                  <li key={label}>
                    {label}: {before === null ? after : `${before} → ${after}`}
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
