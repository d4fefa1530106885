import { routes } from "@console/contracts";
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

/** The endpoints of the reports; a product may come with other reports than ours. */
export function reportsRoutes(database: Database, all: Reports = productReports) {
  return [
    handleFile(routes.exportReport, (context, input) => exportReport(context, input, all)),
    handleFile(routes.downloadExport, (context, input) => downloadExport(context, input, database)),
    handle(routes.startExport, (context, input) => startExport(context, input, all)),
    handle(routes.listExports, (context, input) => listExports(context, input, all)),
    handle(routes.getExport, (context, input) => getExport(context, input, all)),
    handle(routes.cancelExport, (context, input) => cancelExport(context, input, all)),
    handle(routes.linkExport, linkExport),
    handle(routes.listReports, (context, input) => listReports(context, input, all)),
    handle(routes.askForReport, (context, input) => askForReport(context, input, all)),
    handle(routes.checkView, (context, input) => checkView(context, input, all)),
    handle(routes.getReport, (context, input) => getReport(context, input, all)),
    handleDirectly(routes.readOutlines, async (_context, place) => ({ outlines: outlinesAround([place]) })),
    handle(routes.saveView, (context, input) => saveView(context, input, all)),
    handle(routes.deleteView, deleteView),
    handle(routes.annotateDay, annotateDay),
    handle(routes.deleteAnnotation, deleteAnnotation),
    handle(routes.getDashboard, (context, input) => getDashboard(context, input, all)),
    handle(routes.setDefaultDashboard, setDefaultDashboard),
    handle(routes.listChanges, (context, input) => listChanges(context, input, all), "snapshot"),
    handle(routes.readPanel, (context, input) => readPanel(context, input, all), "snapshot"),
  ];
}

/** The work that reports leave to the background. */
export function reportsJobs(database: Database, all: Reports = productReports) {
  return [exportJob(all, database), tidyExportsJob];
}
