import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { callApi } from "../../lib/api.ts";
import { activeViewing } from "../../lib/auth/viewing.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { MissedToasts } from "./missed-toasts.tsx";
import { NoticeEntry } from "./notice-entry.tsx";
import classes from "./notice-panel.module.css";

const perPage = 30;

type Filter = { kind: string; isUnread: boolean };

/** What the reader was told, on whichever device they read it; and what this page has said in passing. */
export function NoticePanel({ profilePath, onClose }: { profilePath: string; onClose: () => void }) {
  const [filter, setFilter] = useState<Filter>({ kind: "", isUnread: false });
  const { data: preferences } = useQuery(read("getNoticePreferences", {}));
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useNoticePages(filter);
  const mark = useWrite("readNotices");
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const unread = data?.pages[0]?.unread ?? 0;
  const isFiltered = filter.kind !== "" || filter.isUnread;
  const canMark = activeViewing() === null;

  const setRead = (ids: string[] | undefined, isRead: boolean) =>
    mark.mutate(
      { ...(ids && { ids }), isRead },
      { onError: ({ message }) => showToast({ title: "Notifications", message, type: "error" }) },
    );

  return (
    <SideDrawer title="Notifications" closeLabel="Close notifications" width={440} onClose={onClose}>
      <div className={classes.filters}>
        <NativeSelect
          aria-label="Type"
          size="xs"
          value={filter.kind}
          data={[
            { value: "", label: "All types" },
            ...(preferences?.kinds.map(({ name, label }) => ({ value: name, label })) ?? []),
          ]}
          onChange={({ currentTarget }) => setFilter({ ...filter, kind: currentTarget.value })}
        />
        <Checkbox
          label="Unread only"
          size="xs"
          checked={filter.isUnread}
          onChange={({ currentTarget }) => setFilter({ ...filter, isUnread: currentTarget.checked })}
        />
        {unread > 0 && canMark && (
          <Button size="compact-xs" variant="subtle" loading={mark.isPending} onClick={() => setRead(undefined, true)}>
            Mark all as read
          </Button>
        )}
      </div>
      {!data && !error && <ShapedSkeleton label="Loading notifications" shape="list" />}
      {!data && error && (
        <ReadProblem title="Your notifications could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {data && items.length === 0 && (
        <p className={classes.empty}>
          {isFiltered ? "No notifications match." : "You have no notifications. What concerns you appears here."}
        </p>
      )}
      <ul className={classes.list}>
        {items.map((notice) => (
          <NoticeEntry
            key={notice.id}
            notice={notice}
            onRead={canMark ? (isRead) => setRead([notice.id], isRead) : null}
            onFollow={onClose}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <MissedToasts />
      <p className={classes.foot}>
        <Link to={profilePath} hash="notifications" onClick={onClose}>
          Choose what you are notified of
        </Link>
      </p>
    </SideDrawer>
  );
}

function useNoticePages({ kind, isUnread }: Filter) {
  const input = { limit: perPage, ...(kind && { kind }), ...(isUnread && { isUnread: "true" }) };
  return useInfiniteQuery({
    // Named like a plain read, so that it is refetched with its topic.
    queryKey: ["listNotices", input, "pages"],
    queryFn: ({ pageParam, signal }) =>
      callApi("listNotices", { ...input, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}
