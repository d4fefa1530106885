import { formatInstant } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import type { TableLayout } from "../../blocks/data-table/table-shape.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { useAddress } from "../../lib/use-address.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { usePreference } from "../../lib/use-preference.ts";
import { ErrorGroups } from "./error-groups.tsx";
import { firstLayout } from "./line-columns.ts";
import { LineDrawer } from "./line-drawer.tsx";
import { LinesView } from "./lines-view.tsx";
import { LogHistogram } from "./log-histogram.tsx";
import { type LogRange, type LogSearch, type RangeName, ranges, readLogSearch, resolveRange } from "./log-search.ts";
import classes from "./logs.module.css";
import { QueryBar } from "./query-bar.tsx";
import { RequestTimeline } from "./request-timeline.tsx";
import { DownloadMenu, SavedSearches } from "./search-menus.tsx";

/** The logs of the platform: lines that a search finds, or errors that are alike. The address says which. */
export function LogsPage() {
  const { query: search, go } = useAddress<LogSearch>(readLogSearch);
  const [layout, setLayout] = usePreference<TableLayout>("columns:logs", firstLayout);
  const [now, setNow] = useState(() => Date.now());
  const query = search.q ?? "";
  const range = resolveRange(search, now);
  const setQuery = (next: string) => {
    setNow(Date.now());
    go({ q: next || undefined, line: undefined, request: undefined, view: undefined });
  };
  const refresh = () => {
    setNow(Date.now());
    void refetchTopic("logs");
  };
  const openLine = (line: string) => go({ line, request: undefined });
  const openRequest = (request: string) => go({ request, line: undefined });

  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <fieldset className={classes.states}>
          <legend className={classes.hidden}>View</legend>
          <ViewButton isOn={search.view !== "errors"} onClick={() => go({ view: undefined })}>
            Lines
          </ViewButton>
          <ViewButton isOn={search.view === "errors"} onClick={() => go({ view: "errors" })}>
            Errors
          </ViewButton>
        </fieldset>
        <div className={classes.topActions}>
          {search.view !== "errors" && (
            <>
              <SavedSearches query={query} onQuery={setQuery} />
              <DownloadMenu query={query} range={range} />
            </>
          )}
          <Button variant="default" size="sm" onClick={refresh}>
            Refresh
          </Button>
        </div>
      </div>
      {search.view === "errors" ? (
        <ErrorGroups
          state={search.state ?? "open"}
          onState={(state) => go({ state: state === "muted" ? state : undefined })}
          onLines={(next) => {
            setNow(Date.now());
            go({ q: next, view: undefined, range: "30d", since: undefined, until: undefined });
          }}
        />
      ) : (
        <>
          <QueryBar query={query} onQuery={setQuery} />
          <RangeChoice
            range={range}
            onRange={(name) => {
              setNow(Date.now());
              go({ range: name, since: undefined, until: undefined });
            }}
          />
          <LogHistogram query={query} range={range} onZoom={(since, until) => go({ since, until })} />
          <LinesView
            // Another search begins at the top, with its own tail.
            key={`${query} ${range.name ?? range.since}`}
            query={query}
            range={range}
            layout={layout}
            onLayout={setLayout}
            onOpen={openLine}
            onWiden={() => go({ range: "30d", since: undefined, until: undefined })}
          />
        </>
      )}
      {search.line && (
        <LineDrawer
          id={search.line}
          query={query}
          layout={layout}
          onQuery={setQuery}
          onRequest={openRequest}
          onClose={() => go({ line: undefined })}
        />
      )}
      {search.request && (
        <RequestTimeline request={search.request} onOpen={openLine} onClose={() => go({ request: undefined })} />
      )}
    </div>
  );
}

function ViewButton({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: string }) {
  return (
    <Button size="sm" variant={isOn ? "filled" : "default"} aria-pressed={isOn} onClick={onClick}>
      {children}
    </Button>
  );
}

function RangeChoice({ range, onRange }: { range: LogRange; onRange: (name: RangeName) => void }) {
  const formats = useFormats();
  const isFixed = range.name === null;
  const words = `${formatInstant(range.since, formats)} – ${formatInstant(range.until, formats)}`;
  return (
    <div className={classes.range}>
      <NativeSelect
        size="sm"
        aria-label="Range"
        value={range.name ?? ""}
        data={[
          ...(isFixed ? [{ value: "", label: words }] : []),
          ...Object.entries(ranges).map(([value, { label }]) => ({ value, label })),
        ]}
        onChange={({ currentTarget }) => {
          if (currentTarget.value) onRange(currentTarget.value as RangeName);
        }}
      />
      {isFixed && (
        <Button variant="subtle" size="compact-sm" onClick={() => onRange("24h")}>
          Reset zoom
        </Button>
      )}
    </div>
  );
}
