import { pathForOrder, type SearchHit } from "@console/contracts";
import { formatDate } from "@console/figures/format";
import { type Context, readFormats } from "../../platform/context.ts";
import { bookSource, domainForFact, findOrders, metricRegistry, orderTables } from "../metrics/index.ts";
import { listOpenDomains, pathForReport, reports as productReports, type Reports } from "../reports/index.ts";

/** The report that shows single deliveries. */
const deliveryReport = "tookan-report";

/** Orders of the caller's tenant whose number begins with a text, and deliveries whose task is called so. */
export async function searchOrders(
  context: Context,
  text: string,
  { limit, all = productReports }: { limit: number; all?: Reports | undefined },
): Promise<SearchHit[]> {
  const domains = await listOpenDomains(context, all);
  const tables = orderTables.filter((table) => {
    const domain = domainForFact(table, metricRegistry);
    return domain !== null && domains.has(domain);
  });
  const report = all.get(deliveryReport);
  const formats = readFormats(context);
  const found = await findOrders(context, text, { tables, limit, exceptSource: bookSource });
  return found.map((one): SearchHit => {
    if ("order" in one) {
      return { kind: "order", title: one.order, detail: formatDate(one.day, formats), path: pathForOrder(one.order) };
    }
    const page = report ? pathForReport(report) : "/tenant/reports";
    return {
      kind: "order",
      title: one.task,
      detail: `Task, ${formatDate(one.day, formats)}`,
      path: `${page}?${new URLSearchParams({ row: one.key })}`,
    };
  });
}
