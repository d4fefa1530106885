import type { NarrowedRows } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { accessedTenant, withAccessedTenant } from "../../lib/platform-access.ts";
import { read } from "../../lib/queries.ts";
import type { Search } from "../../lib/search.ts";
import { toAddress, writeCell, writeView } from "../report-view/report-address.ts";
import { placeRows } from "../row-list/place-rows.ts";
import { RowActions } from "../row-list/rows-drawer.tsx";

type Props = {
  /** The report that shows the metric. */
  report: string;
  question: NarrowedRows;
  text: string;
  search: Search;
};

/** What can be done with the rows behind an answer: they are those of the report that shows its metric. */
export function AnswerRowActions({ report: id, question, text, search }: Props) {
  const { data: report } = useQuery({ ...read("getReport", { report: id }), staleTime: 60_000 });
  if (!report) return null;
  const place = placeRows(question, report);
  const chosen = { "at.sort": search["at.sort"], "at.q": search["at.q"], as: "page" };
  const page = place && {
    path: report.path,
    search: withAccessedTenant({ ...toAddress(place.view), at: writeCell(place.cell), ...chosen }),
  };
  return (
    <RowActions
      report={id}
      query={writeView(place?.view ?? {})}
      question={question}
      text={text}
      // Files are made in the tenant's own name.
      canExport={accessedTenant() === null}
      page={page}
    />
  );
}
