import { routes } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { handle, handleDirectly, handleFile } from "../../platform/http/endpoint.ts";
import { annotateDay, deleteAnnotation } from "./annotate-days.ts";
import { askForReport, tellRequestsJob, withdrawReportRequest } from "./ask-for-report.ts";
import { checkView } from "./check-view.ts";
import { getDashboard, type ListPins } from "./dashboard/get-dashboard.ts";
import { listChanges } from "./dashboard/list-changes.ts";
import { setDefaultDashboard } from "./dashboard/set-default-dashboard.ts";
import { exportReport, startExport } from "./export/ask-exports.ts";
import { exportJob } from "./export/run-export.ts";
import { getReport, type OnReportView } from "./get-report.ts";
import { deleteView, saveView } from "./keep-views.ts";
import { listReports } from "./list-reports.ts";
import { outlinesAround } from "./map/outlines.ts";
import { readPanel } from "./read-panel.ts";
import { reports as productReports, type Reports } from "./reports.ts";
import { reportsAllowedFor } from "./reports-allowed.ts";

type Parts = { onView?: OnReportView; listPins?: ListPins };

/** The endpoints of the reports; a product may come with other reports than ours. */
export function reportsRoutes(all: Reports = productReports, { onView = () => {}, listPins }: Parts = {}) {
  // Every route works on the reports that are allowed for the caller's tenant, and no others.
  const withAllowedReports =
    <Caller extends Context, Input, Output>(work: (context: Caller, input: Input, all: Reports) => Promise<Output>) =>
    async (context: Caller, input: Input) =>
      work(context, input, await reportsAllowedFor(context, all));
  return [
    handleFile(routes.exportReport, withAllowedReports(exportReport)),
    handle(routes.startExport, withAllowedReports(startExport)),
    handle(routes.listReports, (context, input) => listReports(context, input, all)),
    handle(routes.askForReport, withAllowedReports(askForReport)),
    handle(routes.withdrawReportRequest, withAllowedReports(withdrawReportRequest)),
    handle(routes.checkView, withAllowedReports(checkView)),
    handle(
      routes.getReport,
      withAllowedReports((context, input, allowed) => getReport(context, input, allowed, onView)),
    ),
    handleDirectly(routes.readOutlines, async (_context, location) => outlinesAround([location])),
    handle(routes.saveView, withAllowedReports(saveView)),
    handle(routes.deleteView, deleteView),
    handle(routes.annotateDay, annotateDay),
    handle(routes.deleteAnnotation, deleteAnnotation),
    handle(
      routes.getDashboard,
      withAllowedReports((context, input, allowed) => getDashboard(context, input, allowed, listPins)),
    ),
    handle(routes.setDefaultDashboard, setDefaultDashboard),
    handle(routes.listChanges, withAllowedReports(listChanges), "snapshot"),
    handle(routes.readPanel, withAllowedReports(readPanel), "snapshot"),
  ];
}

/** The work that reports leave to the background. */
export function reportsJobs(database: Database, all: Reports = productReports) {
  return [exportJob(all, database), tellRequestsJob];
}
