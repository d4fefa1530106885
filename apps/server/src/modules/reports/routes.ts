import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { annotateDay, deleteAnnotation } from "./annotate-days.ts";
import { getReport } from "./get-report.ts";
import { deleteView, saveView } from "./keep-views.ts";
import { listReports } from "./list-reports.ts";
import { readPanel } from "./read-panel.ts";
import { reports as productReports, type Reports } from "./reports.ts";

/** The endpoints of the reports; a product may come with others than ours. */
export function reportsRoutes(all: Reports = productReports) {
  return [
    handle(routes.listReports, (context, input) => listReports(context, input, all)),
    handle(routes.getReport, (context, input) => getReport(context, input, all)),
    handle(routes.saveView, (context, input) => saveView(context, input, all)),
    handle(routes.deleteView, deleteView),
    handle(routes.annotateDay, annotateDay),
    handle(routes.deleteAnnotation, deleteAnnotation),
    handle(routes.readPanel, (context, input) => readPanel(context, input, all), "snapshot"),
  ];
}
