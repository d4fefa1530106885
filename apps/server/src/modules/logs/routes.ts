import { routes } from "@console/contracts";
import { type Endpoint, handle, handleDirectly } from "../../platform/http/endpoint.ts";
import type { LiveConfig } from "../../platform/http/live-config.ts";
import { createListLogGroups, updateLogGroup } from "./error-groups.ts";
import { startLogExport } from "./export-lines.ts";
import { getLogContext, listRequestLines } from "./open-lines.ts";
import { createReportClientError } from "./report-client-error.ts";
import { deleteLogSearch, listLogSearches, saveLogSearch, setLogAlert } from "./saved-searches.ts";
import { countLogLines, listLogLines, tailLogLines } from "./search-lines.ts";

/** The logs of the platform: what comes into them from browsers, and what platform admins read of them. */
export function logsRoutes({ version }: Pick<LiveConfig, "version">): Endpoint[] {
  return [
    handleDirectly(routes.reportClientError, createReportClientError()),
    handle(routes.listLogLines, listLogLines),
    handle(routes.tailLogLines, tailLogLines),
    handle(routes.countLogLines, countLogLines),
    handle(routes.getLogContext, getLogContext),
    handle(routes.listRequestLines, listRequestLines),
    handle(routes.listLogGroups, createListLogGroups(version)),
    handle(routes.updateLogGroup, updateLogGroup),
    handle(routes.listLogSearches, listLogSearches),
    handle(routes.saveLogSearch, saveLogSearch),
    handle(routes.deleteLogSearch, deleteLogSearch),
    handle(routes.setLogAlert, setLogAlert),
    handle(routes.startLogExport, startLogExport),
  ];
}
