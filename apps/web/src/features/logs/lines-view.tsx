import type { LogLine } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { DataTable } from "../../blocks/data-table/data-table.tsx";
import type { TableLayout } from "../../blocks/data-table/table-shape.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import { lineColumns, toLineRow } from "./line-columns.ts";
import type { LogRange } from "./log-search.ts";
import classes from "./logs.module.css";
import { useLogLines } from "./use-log-lines.ts";
import { useTail } from "./use-tail.ts";

type Props = {
  query: string;
  range: LogRange;
  layout: TableLayout;
  onLayout: (next: TableLayout) => void;
  onOpen: (line: string) => void;
  onWiden: () => void;
};

const noSearch = { sort: null, search: "" };

/** The lines that a search finds, and those that come while it is followed live. */
export function LinesView({ query, range, layout, onLayout, onOpen, onWiden }: Props) {
  const formats = useFormats();
  const room = useRef<HTMLDivElement>(null);
  const [isLive, setIsLive] = useState(false);
  const [isPaused, setIsPaused] = useState(false);
  const found = useLogLines(query, range);
  // Whoever has scrolled away from the newest line reads an older one, which must not move.
  const isHeld = useCallback(() => isPaused || !isAtTop(room.current), [isPaused]);
  const tail = useTail(query, { isOn: isLive && range.name !== null, isHeld });
  const lines = useMemo(() => joinLines(tail.shown, found.lines), [tail.shown, found.lines]);
  const rows = useMemo(() => lines.map((line) => toLineRow(line, formats)), [lines, formats]);
  const showNewest = () => {
    tail.showWaiting();
    setIsPaused(false);
    scrollRoom(room.current)?.scrollTo({ top: 0 });
  };

  return (
    <div ref={room} className={classes.lines}>
      <DataTable
        name="log lines"
        isSearchedElsewhere
        columns={lineColumns}
        cardColumns={["message", "part", "tenant"]}
        rows={rows}
        totals={null}
        hasMore={found.hasMore}
        onMore={found.onMore}
        isLoading={found.isLoading}
        isRefetching={found.isRefetching}
        error={found.error}
        onRetry={found.onRetry}
        state={noSearch}
        onState={() => {}}
        layout={layout}
        onLayout={onLayout}
        rowKey={(row) => String(row.id)}
        onOpen={(row) => onOpen(String(row.id))}
        currency="USD"
        formats={formats}
        empty={
          <EmptyState
            title="No log lines"
            message="No line in this range matches the search."
            actions={
              <Button variant="default" onClick={onWiden}>
                Search the last 30 days
              </Button>
            }
          />
        }
        actions={
          range.name !== null && (
            <>
              <span role="status" className={classes.live}>
                {isLive && liveWords(tail.error, isPaused)}
              </span>
              {isLive && tail.waiting > 0 && (
                <Button size="compact-sm" onClick={showNewest}>
                  {tail.waiting.toLocaleString("en-US")} new {tail.waiting === 1 ? "line" : "lines"}
                </Button>
              )}
              {isLive && (
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => (isPaused ? showNewest() : setIsPaused(true))}
                >
                  {isPaused ? "Resume" : "Pause"}
                </Button>
              )}
              <Button
                variant="default"
                size="compact-sm"
                aria-pressed={isLive}
                leftSection={
                  isLive ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />
                }
                onClick={() => {
                  setIsLive(!isLive);
                  setIsPaused(false);
                }}
              >
                {isLive ? "Stop live tail" : "Live tail"}
              </Button>
            </>
          )
        }
      />
      {isLive && tail.isCut && (
        <p className={classes.help}>More lines arrive than are shown. Add a filter to see all of them.</p>
      )}
    </div>
  );
}

function liveWords(error: Error | null, isPaused: boolean): string {
  if (error) return `Live tail waits: ${error.message}`;
  return isPaused ? "Paused" : "Live";
}

/** Lines of the tail and those that were found, each once. */
function joinLines(newer: readonly LogLine[], older: readonly LogLine[]): readonly LogLine[] {
  if (newer.length === 0) return older;
  const ids = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !ids.has(id))];
}

function scrollRoom(room: HTMLElement | null): HTMLElement | null {
  return room?.querySelector<HTMLElement>('[role="grid"]') ?? room?.querySelector("ul")?.parentElement ?? null;
}

function isAtTop(room: HTMLElement | null): boolean {
  return (scrollRoom(room)?.scrollTop ?? 0) < 4;
}
