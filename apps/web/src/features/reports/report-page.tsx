import type { RouteOutput, Routes, ReportView as View } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import { isPlatformRole } from "@console/contracts/roles";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { type ComponentType, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { AskBox } from "../../blocks/ask-box/ask-box.tsx";
import { toAskPage } from "../../blocks/ask-box/ask-page-context.ts";
import { findExample } from "../../blocks/ask-box/example-question.ts";
import { ImportLink } from "../../blocks/connection/import-link.tsx";
import { ExportMenu } from "../../blocks/exports/export-menu.tsx";
import { FilterBar } from "../../blocks/filter-bar/filter-bar.tsx";
import { AsOf } from "../../blocks/freshness/as-of.tsx";
import { findOldest } from "../../blocks/freshness/use-data-age.ts";
import { PrintWhenRead } from "../../blocks/report-view/print-when-read.tsx";
import {
  keepUnread,
  otherParameters,
  parseView,
  readableView,
  readView,
  type SearchStep,
  toAddress,
  withView,
  writeView,
} from "../../blocks/report-view/report-address.ts";
import { readReportSearch } from "../../blocks/report-view/report-search.ts";
import { RowsPage } from "../../blocks/row-list/rows-page.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { ApiError, callApi } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read } from "../../lib/queries.ts";
import type { Search } from "../../lib/search.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { usePreference } from "../../lib/use-preference.ts";
import { AddressNotice, useAddressProblems } from "./address-notice.tsx";
import { toCellSource } from "./cell-source.ts";
import { DayNotes } from "./day-notes.tsx";
import { NoFacts } from "./no-facts.tsx";
import { ChooseTenant, PlatformAccessNotice } from "./platform-access-notice.tsx";
import { ReportBody } from "./report-body.tsx";
import { ViewMenu } from "./view-menu.tsx";

type Props = {
  report: string;
  /** How a page of the console is headed. */
  Header: ComponentType<{ title: string; question: string }>;
};

/** A report of the reader's tenant; platform admins choose whose, and then look on. */
export function ReportPage(props: Props) {
  const { tenant } = readReportSearch(useSearch({ strict: false }));
  const isPlatform = isPlatformRole(useAuth().role);
  const { pathname } = useLocation();
  if (isPlatform && !tenant) return <ChooseTenant path={pathname} />;
  return (
    <>
      {isPlatform && tenant && <PlatformAccessNotice tenantId={tenant} />}
      <OneReport {...props} isVisited={isPlatform} />
    </>
  );
}

/** Any report on its page. Its address holds all that was chosen; how it was left is remembered for the next time. */
function OneReport({ report: id, Header, isVisited }: Props & { isVisited: boolean }) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { data: report, error, refetch } = useQuery({ ...read("getReport", { report: id }), staleTime: 60_000 });
  const view = useMemo(() => parseView(search), [search]);
  const problems = useAddressProblems(id, view);
  const go = useCallback<SearchStep>(
    (next, replace = false) => void navigate({ to: ".", search: next, replace, resetScroll: false }),
    [navigate],
  );
  const memory = usePreference(rememberPreference, true);
  const isRestoring = useRememberedView({ id, view, report, memory, isOn: !isVisited }, (saved) =>
    go({ ...otherParameters(search), ...toAddress(saved) }, true),
  );

  if (error && !report) {
    if (error instanceof ApiError && isNoReport(error)) return <NoSuchReport />;
    return <ReadProblem title="The report could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  // Shown at once in the view that it will keep, so that nothing is read or drawn twice.
  if (!report || problems === null || isRestoring) return <ShapedSkeleton label="Loading report" shape="report" />;
  return (
    <ReadReport
      key={id}
      report={report}
      search={search}
      Header={Header}
      isVisited={isVisited}
      memory={memory}
      onSearch={go}
      onRetry={() => void refetch()}
    />
  );
}

/** No report has this name, or none can have it. */
function isNoReport({ kind }: ApiError): boolean {
  return kind === "not_found" || kind === "invalid_input";
}

function NoSuchReport() {
  return (
    <EmptyState
      heading="h1"
      title="Report not found"
      message="There is no report at this address. It may have been renamed, or the link may be incomplete."
      actions={
        <Button component={Link} to="/tenant/reports">
          All reports
        </Button>
      }
    />
  );
}

type ReadProps = Pick<Props, "Header"> & {
  report: RouteOutput<Routes["getReport"]>;
  search: Search;
  isVisited: boolean;
  memory: Memory;
  onSearch: SearchStep;
  onRetry: () => void;
};

/** A report that was read: its header, its filters, and what they leave of it. */
function ReadReport({ report, search, Header, isVisited, memory, onSearch: go, onRetry }: ReadProps) {
  const { id } = report;
  const user = useAuth().user;
  const formats = useFormats();
  const mayShare = permissionsForRole(user?.role ?? null).has("reports.share");
  const [isPrinting, setIsPrinting] = useState(false);
  const endPrinting = useCallback(() => setIsPrinting(false), []);
  const [isRemembering, setIsRemembering] = memory;
  const view = useMemo(() => parseView(search), [search]);
  const shown = useDeferredValue(search);
  const problems = useAddressProblems(id, parseView(shown));
  const show = (next: View) => go(withView(search, next));

  const rowsMetric = report.rows.find(({ metric }) => metric === single(search.rows))?.metric;
  // Days are filled in from the oldest, so that the last ones would be shown as empty until the work is done.
  const isFilling = report.progress.some(({ work, state }) => work === "demo-data" && state === "running");
  const hasFacts = !isFilling && report.freshness.some(({ firstDay }) => firstDay !== null);
  if (search.as === "page" && search.at !== undefined) {
    return (
      <>
        <Header title={report.title} question={report.question} />
        <RowsPage
          title={report.title}
          source={toCellSource(report, view, search)}
          search={search}
          onSearch={go}
          canExport={!isVisited}
        />
      </>
    );
  }
  return (
    <>
      <Header title={report.title} question={report.question} />
      {hasFacts ? (
        <>
          <FilterBar
            report={report}
            view={readableView(view)}
            onView={(next) => show(keepUnread(view, next))}
            today={report.today}
            asOf={<AsOf freshness={findOldest(report.freshness)} />}
            actions={
              isVisited ? null : (
                <>
                  <ImportLink domain={report.domains[0]} />
                  {mayShare && <DayNotes notes={report.annotations} today={report.today} />}
                  <ViewMenu
                    report={id}
                    views={report.views}
                    query={writeView(view)}
                    onOpen={(query) => show(readView(query))}
                    onPrint={() => setIsPrinting(true)}
                    isRemembering={isRemembering}
                    onRemembering={setIsRemembering}
                  />
                  <ExportMenu report={id} query={writeView(view)} rows={rowsMetric} search={single(search.q)} />
                </>
              )
            }
          />
          {problems && problems.length > 0 && <AddressNotice problems={problems} view={view} onView={show} />}
          <AskBox
            label="Ask about this report"
            page={toAskPage(report, readableView(view))}
            example={findExample(report.domains)}
          />
          {problems?.length === 0 && (
            <ReportBody
              report={report}
              search={shown}
              formats={formats}
              isEager={isPrinting}
              canExport={!isVisited}
              onSearch={go}
            />
          )}
          {isPrinting && <PrintWhenRead onDone={endPrinting} />}
        </>
      ) : (
        <NoFacts report={report} onRetry={onRetry} />
      )}
    </>
  );
}

function single(value: string | string[] | undefined): string | undefined {
  return [value ?? []].flat()[0];
}

const rememberPreference = "remember-views";

type Memory = ReturnType<typeof usePreference<boolean>>;
type Remembered = {
  id: string;
  view: View;
  report: RouteOutput<Routes["getReport"]> | undefined;
  memory: Memory;
  isOn: boolean;
};

/**
 * Goes back to how a report was left, but never over what its address says; and keeps how it is left now. Tells whether
 * the report is about to be shown in another view.
 */
function useRememberedView({ id, view, report, memory, isOn }: Remembered, restore: (saved: View) => void): boolean {
  const saved = useRef<{ id: string; query: string } | null>(null);
  const [settled, setSettled] = useState<string | null>(null);
  const [isRemembering, , reading] = memory;
  const query = writeView(view);
  const remembered = isRemembering && report?.remembered ? writeView(readView(report.remembered)) : "";
  const isReady = isOn && isRemembering && reading === "done" && report !== undefined;
  useEffect(() => {
    if (!isReady) return;
    const isNew = saved.current?.id !== id;
    if (!isNew && saved.current?.query === query) return;
    saved.current = { id, query };
    if (isNew && query === "" && remembered !== "") {
      restore(readView(remembered));
      return;
    }
    setSettled(id);
    if (isNew) return;
    void callApi("setChoice", { name: `report:${id}`, value: query || null }).catch(() => {
      // What cannot be remembered is chosen again the next time; nothing else depends on it.
    });
  }, [id, query, isReady, remembered, restore]);
  return isOn && reading !== "failed" && remembered !== "" && query === "" && settled !== id;
}
