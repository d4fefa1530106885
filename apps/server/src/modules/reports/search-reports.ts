import type { SearchHit } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { listReports } from "./list-reports.ts";
import { toPageQuery } from "./move-end.ts";
import { pathForReport } from "./report.ts";
import { reports as productReports, type Reports } from "./reports.ts";
import { findViews } from "./view-store.ts";

/** Reports and saved views of the caller's tenant that a text names. */
export async function searchReports(
  context: Context,
  text: string,
  limit: number,
  all: Reports = productReports,
): Promise<SearchHit[]> {
  const { items } = await listReports(context, {}, all);
  const words = text.toLowerCase().split(/\s+/);
  const offered = new Map(items.map((report) => [report.id, report]));
  const reports = items.filter(({ title, question }) =>
    words.every((word) => `${title} ${question}`.toLowerCase().includes(word)),
  );
  const views = (await findViews(context, text)).filter(({ report }) => offered.has(report));
  const pathFor = (id: string) => {
    const report = all.get(id);
    return report ? pathForReport(report) : "/tenant/reports";
  };
  return [
    ...reports
      .slice(0, limit)
      .map(({ title, question, path }): SearchHit => ({ kind: "report", title, detail: question, path })),
    ...views.slice(0, limit).map(
      ({ report, title, query }): SearchHit => ({
        kind: "view",
        title,
        detail: offered.get(report)?.title ?? null,
        path: `${pathFor(report)}${query ? `?${toPageQuery(query)}` : ""}`,
      }),
    ),
  ];
}
