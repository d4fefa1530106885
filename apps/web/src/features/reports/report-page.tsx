import type { ReportView as View } from "@console/contracts";
import { type FormatChoices, ownFormats } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, useEffect, useMemo, useRef } from "react";
import { FilterBar } from "../../blocks/filter-bar/filter-bar.tsx";
import { withoutFilters } from "../../blocks/filter-bar/filter-view.ts";
import type { OpenedCell } from "../../blocks/report-view/panel-card.tsx";
import { ReportView } from "../../blocks/report-view/report-view.tsx";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { ApiError, callApi } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read } from "../../lib/queries.ts";
import { NoFacts } from "./no-facts.tsx";
import { readView, restOf, type Search, viewOf, writeCell, writeView } from "./report-address.ts";
import { ReportRows } from "./report-rows.tsx";

type Props = {
  report: string;
  /** How a page of the console is headed. */
  Header: ComponentType<{ title: string; question: string }>;
};

/** Any report on its page. Its address holds all that was chosen; how it was left is remembered for the next time. */
export function ReportPage({ report: id, Header }: Props) {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const user = useAuth().user;
  const formats: FormatChoices = user ?? ownFormats;
  const { data: report, error, refetch } = useQuery({ ...read("getReport", { report: id }), staleTime: 60_000 });
  const view = useMemo(() => viewOf(search), [search]);
  const go = (next: Search, replace = false) =>
    void navigate({ to: ".", search: next as never, replace, resetScroll: false });
  const show = (next: View) =>
    go({ ...restOf(search), at: undefined, rows: undefined, row: undefined, ...next } as Search);
  useRememberedView(id, view, report?.remembered ?? null, (kept) => go({ ...restOf(search), ...kept } as Search, true));

  if (!report) {
    if (!error) return <Skeleton label="Loading report" lines={[30, 60, 100, 100, 80]} />;
    const requestId = error instanceof ApiError ? error.requestId : null;
    const title =
      error instanceof ApiError && error.kind === "forbidden" ? "No access" : "The report could not be read";
    return <ErrorState title={title} message={error.message} requestId={requestId} onRetry={() => void refetch()} />;
  }

  const openRows = ({ panel, cell }: OpenedCell) =>
    go({ ...search, row: undefined, rows: cell.metric, at: writeCell({ ...cell, panel }) });
  const hasFacts = report.freshness.some(({ firstDay }) => firstDay !== null);
  return (
    <>
      <Header title={report.title} question={report.question} />
      {hasFacts ? (
        <>
          <FilterBar report={report} view={view} onView={show} today={report.today} timeZone={report.timeZone} />
          <ReportView
            report={report}
            view={view}
            today={report.today}
            annotations={report.annotations}
            formats={formats}
            onOpenRows={openRows}
            onResetFilters={() => show(withoutFilters(view))}
          />
          <ReportRows report={report} view={view} search={search} onSearch={go} />
        </>
      ) : (
        <NoFacts report={report} onRetry={() => void refetch()} />
      )}
    </>
  );
}

/** Goes back to how a report was left, but never over what its address says; and keeps how it is left now. */
function useRememberedView(id: string, view: View, remembered: string | null, restore: (kept: View) => void) {
  const begun = useRef<string | null>(null);
  const query = writeView(view);
  useEffect(() => {
    if (remembered === null && begun.current === null) return;
    if (begun.current !== id) {
      begun.current = id;
      if (query === "" && remembered) restore(readView(remembered));
      return;
    }
    void callApi("setChoice", { name: `report:${id}`, value: query || null }).catch(() => {
      // What cannot be remembered is chosen again the next time; nothing else depends on it.
    });
  }, [id, query, remembered, restore]);
}
