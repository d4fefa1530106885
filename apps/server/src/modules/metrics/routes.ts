import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { changeTenantLocale, getTenantLocale, type ListConnections, planTenantLocale } from "./locale/change-locale.ts";
import { getRow } from "./query/get-row.ts";
import { listDataDays, listMembers, listMetrics, listVolumes } from "./query/list-metrics.ts";
import { listRows } from "./query/list-rows.ts";
import { queryMetrics } from "./query/query-metrics.ts";

/** `listConnections` is handed in, because metrics know no connections. */
export const metricsRoutes = (listConnections: ListConnections) => [
  handle(routes.getTenantLocale, getTenantLocale),
  handle(routes.planTenantLocale, (context, input) => planTenantLocale(context, input, listConnections)),
  handle(routes.changeTenantLocale, changeTenantLocale),
  handle(routes.listMetrics, listMetrics, "snapshot"),
  handle(routes.listDataDays, listDataDays),
  handle(routes.listMembers, listMembers),
  handle(routes.listMetricRows, (context, input) => listRows(context, input), "snapshot"),
  handle(routes.getMetricRow, (context, input) => getRow(context, input), "snapshot"),
  handle(routes.listVolumes, listVolumes),
  handle(routes.queryMetrics, (context, query) => queryMetrics(context, query), "snapshot"),
];
