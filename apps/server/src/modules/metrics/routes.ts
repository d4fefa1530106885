import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { changeTenantLocale, getTenantLocale, type ListConnections, planTenantLocale } from "./locale/change-locale.ts";
import {
  addOwnField,
  type FieldUses,
  listOwnFields,
  removeOwnField,
  renameOwnField,
} from "./own-fields/manage-own-fields.ts";
import { getRow } from "./query/get-row.ts";
import { listDataDays, listMembers, listMetrics, listVolumes } from "./query/list-metrics.ts";
import { listRows } from "./query/list-rows.ts";
import { queryMetrics } from "./query/query-metrics.ts";

/** What metrics need of connections and reports, which they do not know. */
type MetricsDeps = FieldUses & { listConnections: ListConnections };

/** The endpoints of figures. */
export const metricsRoutes = ({ listConnections, ...uses }: MetricsDeps) => [
  handle(routes.getTenantLocale, getTenantLocale),
  handle(routes.planTenantLocale, (context, input) => planTenantLocale(context, input, listConnections)),
  handle(routes.changeTenantLocale, changeTenantLocale),
  handle(routes.listMetrics, listMetrics, "snapshot"),
  handle(routes.listDataDays, listDataDays),
  handle(routes.listMembers, listMembers),
  handle(routes.listMetricRows, (context, input) => listRows(context, input), "snapshot"),
  handle(routes.getMetricRow, (context, input) => getRow(context, input), "snapshot"),
  handle(routes.listVolumes, listVolumes),
  handle(routes.listOwnFields, listOwnFields),
  handle(routes.addOwnField, addOwnField),
  handle(routes.renameOwnField, renameOwnField),
  handle(routes.removeOwnField, (context, input) => removeOwnField(context, input, uses)),
  handle(routes.queryMetrics, (context, query) => queryMetrics(context, query), "snapshot"),
];
