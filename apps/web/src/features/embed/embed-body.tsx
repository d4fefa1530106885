import type { ReportView as View } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { formatDate } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { readSort, writeSort } from "../../blocks/data-table/sort-text.ts";
import type { TableState } from "../../blocks/data-table/table-shape.ts";
import { FilterBar } from "../../blocks/filter-bar/filter-bar.tsx";
import { withoutFilters } from "../../blocks/filter-bar/filter-view.ts";
import { PrintWhenRead } from "../../blocks/report-view/print-when-read.tsx";
import { readView, writeView } from "../../blocks/report-view/report-address.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import type { Search } from "../../lib/search.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./embed.module.css";
import { EmbedExport } from "./embed-export.tsx";
import { EmbedFigures } from "./embed-figures.tsx";
import {
  availableDays,
  type EmbeddedReport,
  offeredFilters,
  readEmbedView,
  seenView,
  writeEmbedView,
} from "./embed-view.ts";
import { tellIfNotPrinted } from "./tell-if-not-printed.ts";

/** What can be chosen, and what the choice shows. The address holds it, so that it survives a reload of the frame. */
export function EmbedBody({ report }: { report: EmbeddedReport }) {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const formats = useFormats();
  const [isPrinting, setIsPrinting] = useState(false);
  const print = useCallback(() => {
    setIsPrinting(false);
    tellIfNotPrinted();
  }, []);
  const go = useCallback(
    // A step of its own would come between a reader and the pages before the one that frames this.
    (next: Search) => void navigate({ to: ".", search: next, replace: true, resetScroll: false }),
    [navigate],
  );
  const reach = availableDays(report);
  const chosen = readEmbedView(search, report);
  const seen = seenView(chosen, report);
  // The same object while the same is chosen, so that another order of the rows leaves the panels alone.
  const query = seen && writeView(seen);
  const view = useMemo(() => (query === null ? null : readView(query)), [query]);
  const show = (next: View) => go(writeEmbedView(search, next, report));
  const table: TableState = { sort: readSort(single(search.sort)), search: single(search.q) ?? "" };

  return (
    <>
      <FilterBar
        report={{ ...report, filters: offeredFilters(report) }}
        view={seen ?? chosen}
        onView={show}
        today={report.today}
        reach={reach}
        actions={
          view && (
            <>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden="true" />}
                onClick={() => setIsPrinting(true)}
              >
                Print
              </Button>
              <EmbedExport report={report} view={view} search={table.search} />
            </>
          )
        }
      />
      {view ? (
        <EmbedFigures
          report={report}
          view={view}
          table={table}
          formats={formats}
          isEager={isPrinting}
          onTable={({ sort, search: q }) => go({ ...search, sort: writeSort(sort), q: q || undefined })}
          onResetFilters={() => show(withoutFilters(chosen))}
        />
      ) : (
        <section className={classes.card}>
          <EmptyState
            title="Some of these days are not shown here"
            message={`This report shows ${formatDate(reach.first, formats)} to ${formatDate(reach.last, formats)}. Choose days within them.`}
            actions={
              <Button onClick={() => show({ ...withoutPeriod(chosen), from: reach.first, to: addDays(reach.last, 1) })}>
                Show all these days
              </Button>
            }
          />
        </section>
      )}
      {isPrinting && <PrintWhenRead onDone={print} />}
    </>
  );
}

function withoutPeriod({ period: _period, from: _from, to: _to, ...rest }: View): View {
  return rest as View;
}

function single(value: string | string[] | undefined): string | undefined {
  return [value ?? []].flat()[0];
}
