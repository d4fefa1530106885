import type { SearchHit } from "@console/contracts";
import { formatDate } from "@console/figures/format";
import { type Context, readFormats } from "../../platform/context.ts";
import { findOrders } from "../metrics/index.ts";
import { listReports } from "./list-reports.ts";
import { toPageQuery } from "./move-end.ts";
import { pathForReport } from "./report.ts";
import { reports as productReports, type Reports } from "./reports.ts";
import { findViews } from "./view-store.ts";

/** The report that shows single deliveries. */
const ordersReport = "tookan-report";

/** Reports, saved views and orders of the caller's tenant that a text names. */
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
  const orders = offered.has(ordersReport) ? await findOrders(context, text, limit) : [];
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
    ...orders.map(
      ({ key, order, task, day }): SearchHit => ({
        kind: "order",
        title: order ?? task,
        detail: `Task ${task}, ${formatDate(day, readFormats(context))}`,
        path: `${pathFor(ordersReport)}?${new URLSearchParams({ row: key })}`,
      }),
    ),
  ];
}
