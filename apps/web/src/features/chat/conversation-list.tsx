import { type ConversationHead, mostSelected } from "@console/contracts";
import { Button } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { SearchBox } from "../../blocks/data-table/search-box.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { callApi } from "../../lib/api.ts";
import { useLiveTopic } from "../../lib/live-events.ts";
import classes from "./chat.module.css";
import { ConversationEntry } from "./conversation-entry.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { SelectionBar } from "./selection-bar.tsx";

type Props = {
  openId: string | undefined;
  onOpen: (conversation: Pick<ConversationHead, "id" | "tenant"> | null) => Promise<void>;
};

/** One's own conversations, found by any of their words. */
export function ConversationList({ openId, onOpen }: Props) {
  const [q, setQ] = useState("");
  const searchField = useRef<HTMLInputElement>(null);
  const [isArchived, setArchived] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [selection, setSelection] = useState<ReadonlySet<string> | null>(null);
  useLiveTopic("conversations.changed", "conversations");
  const input = { isArchived: isArchived ? "true" : "false", ...(q !== "" && { q }) } as const;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["listConversations", input],
    queryFn: ({ pageParam, signal }) =>
      callApi("listConversations", { ...input, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const folders = data?.pages[0]?.folders ?? [];
  const showOther = () => {
    setArchived(!isArchived);
    setSelection(null);
  };
  return (
    <nav className={classes.list} aria-label="Conversations">
      <Button fullWidth variant="default" onClick={() => void onOpen(null)}>
        New conversation
      </Button>
      {selection && (
        <SelectionBar
          selected={items.filter(({ id }) => selection.has(id)).slice(0, mostSelected)}
          isArchived={isArchived}
          folders={folders}
          onSelectAll={() => setSelection(new Set(items.slice(0, mostSelected).map(({ id }) => id)))}
          onLeave={async (deleted) => (openId !== undefined && deleted.includes(openId) ? onOpen(null) : undefined)}
          onDone={() => setSelection(null)}
        />
      )}
      <SearchBox ref={searchField} label="Search conversations" value={q} onSearch={setQ} />
      {error && (
        <ReadProblem title="The conversations could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading conversations" lines={[90, 70, 80]} />}
      {data && items.length === 0 && <p className={classes.note}>{sayNone(q, isArchived)}</p>}
      {groupByFolder(items).map(({ folder, items: own }) => (
        <section key={folder ?? ""} aria-label={folder ?? "Without a folder"}>
          {folder !== null && <h2 className={classes.folder}>{folder}</h2>}
          <ul>
            {own.map((item) => (
              <ConversationEntry
                key={item.id}
                item={item}
                isOpen={item.id === openId}
                folders={folders}
                isSelected={selection?.has(item.id)}
                onSelect={(isSelected) => setSelection((now) => withOne(now, item.id, isSelected))}
                onOpen={onOpen}
              />
            ))}
          </ul>
        </section>
      ))}
      {hasNextPage && (
        <Button size="compact-sm" variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <div className={classes.listActs}>
        {(items.length > 0 || selection) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => setSelection(selection ? null : new Set())}
          >
            {selection ? "Cancel selection" : "Select"}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" onClick={showOther}>
          {isArchived ? "Show current conversations" : "Show archived"}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setImporting(true)}>
          Import
        </Button>
      </div>
      {isImporting && (
        <ImportDialog
          onClose={() => setImporting(false)}
          onOpen={(conversation) => {
            setImporting(false);
            void onOpen(conversation);
          }}
        />
      )}
    </nav>
  );
}

function sayNone(q: string, isArchived: boolean): string {
  if (q !== "") return "No conversation has these words.";
  return isArchived ? "No archived conversations." : "Your conversations appear here. They are private.";
}

function withOne(selection: ReadonlySet<string> | null, id: string, isSelected: boolean): ReadonlySet<string> {
  const others = [...(selection ?? [])].filter((one) => one !== id);
  return new Set(isSelected ? [...others, id] : others);
}

/** Those without a folder first, then each folder by its name. */
function groupByFolder(items: readonly ConversationHead[]) {
  const names = [...new Set(items.map(({ folder }) => folder))];
  names.sort((one, other) => (one === null ? -1 : other === null ? 1 : one.localeCompare(other)));
  return names.map((folder) => ({ folder, items: items.filter((item) => item.folder === folder) }));
}
