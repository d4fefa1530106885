import { routes } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { handle, handleDirectly, handleFile } from "../../platform/http/endpoint.ts";
import { annotateDay, deleteAnnotation } from "./annotate-days.ts";
import { askForReport } from "./ask-for-report.ts";
import { checkView } from "./check-view.ts";
import { getDashboard } from "./dashboard/get-dashboard.ts";
import { listChanges } from "./dashboard/list-changes.ts";
import { setDefaultDashboard } from "./dashboard/set-default-dashboard.ts";
import {
  cancelExport,
  downloadExport,
  exportReport,
  getExport,
  linkExport,
  listExports,
  startExport,
} from "./export/ask-exports.ts";
import { exportJob, tidyExportsJob } from "./export/run-export.ts";
import { getReport } from "./get-report.ts";
import { deleteView, saveView } from "./keep-views.ts";
import { listReports } from "./list-reports.ts";
import { outlinesAround } from "./map/outlines.ts";
import { readPanel } from "./read-panel.ts";
import { reports as productReports, type Reports } from "./reports.ts";
import { reportsGivenTo } from "./reports-given.ts";

/** The endpoints of the reports; a product may come with other reports than ours. */
export function reportsRoutes(database: Database, all: Reports = productReports) {
  // Whatever is asked of reports is asked of those that the caller's tenant is given.
  const given =
    <Input, Output>(work: (context: Context, input: Input, all: Reports) => Promise<Output>) =>
    async (context: Context, input: Input) =>
      work(context, input, await reportsGivenTo(context, all));
  return [
    handleFile(routes.exportReport, given(exportReport)),
    handleFile(routes.downloadExport, (context, input) => downloadExport(context, input, database)),
    handle(routes.startExport, given(startExport)),
    handle(routes.listExports, given(listExports)),
    handle(routes.getExport, given(getExport)),
    handle(routes.cancelExport, given(cancelExport)),
    handle(routes.linkExport, linkExport),
    handle(routes.listReports, (context, input) => listReports(context, input, all)),
    handle(routes.askForReport, given(askForReport)),
    handle(routes.checkView, given(checkView)),
    handle(routes.getReport, given(getReport)),
    handleDirectly(routes.readOutlines, async (_context, place) => ({ outlines: outlinesAround([place]) })),
    handle(routes.saveView, given(saveView)),
    handle(routes.deleteView, deleteView),
    handle(routes.annotateDay, annotateDay),
    handle(routes.deleteAnnotation, deleteAnnotation),
    handle(routes.getDashboard, given(getDashboard)),
    handle(routes.setDefaultDashboard, setDefaultDashboard),
    handle(routes.listChanges, given(listChanges), "snapshot"),
    handle(routes.readPanel, given(readPanel), "snapshot"),
  ];
}

/** The work that reports leave to the background. */
export function reportsJobs(database: Database, all: Reports = productReports) {
  return [exportJob(all, database), tidyExportsJob];
}
