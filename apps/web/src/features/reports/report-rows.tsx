import type { ReportDefinition, ReportView } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import type { SearchStep } from "../../blocks/report-view/report-address.ts";
import { useNear } from "../../blocks/report-view/use-near.ts";
import { RowList } from "../../blocks/row-list/row-list.tsx";
import { read } from "../../lib/queries.ts";
import type { Search } from "../../lib/search.ts";
import classes from "./report-rows.module.css";

type Props = {
  report: Pick<ReportDefinition, "id" | "rows" | "sections">;
  view: ReportView;
  search: Search;
  /** They are read also where they are far from being seen. */
  isEager: boolean;
  /** A row that is opened is a step that Back undoes; a search or an order is not. */
  onSearch: SearchStep;
};

/** The rows under a report: all that its figures count. */
export function ReportRows({ report, view, search, isEager, onSearch }: Props) {
  const [panel] = report.sections.flatMap((section) => section.panels);
  const single = (name: string) => [search[name] ?? []].flat()[0];
  const place = useRef<HTMLDivElement>(null);
  const isNamed = ["rows", "sort", "q", "row"].some((name) => single(name) !== undefined);
  const isNear = useNear(place);
  const isShown = isNear || isEager || isNamed;
  const { data } = useQuery({
    ...read("readPanel", { ...view, report: report.id, panel: panel?.id ?? "" }),
    enabled: panel !== undefined && isShown,
  });
  const rowsQuery = data?.questions[0]?.query;
  if (report.rows.length === 0 || !panel || (data && !rowsQuery)) return null;
  if (!isShown || !rowsQuery) return <div ref={place} className={classes.awaited} />;
  // A row that is opened from the rows behind a figure is shown over those.
  const row = search.at === undefined ? single("row") : undefined;
  return (
    <div ref={place}>
      <RowList
        report={report}
        filters={rowsQuery.filters}
        time={rowsQuery.time}
        basis={rowsQuery.basis}
        params={{ rows: single("rows"), sort: single("sort"), q: single("q"), row }}
        onParams={(next) => onSearch({ ...search, ...next }, next.row === row)}
      />
    </div>
  );
}
