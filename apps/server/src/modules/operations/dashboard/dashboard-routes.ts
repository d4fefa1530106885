import { routes } from "@console/contracts";
import { handle } from "../../../platform/http/endpoint.ts";
import { exportsFigure, signInsFigure } from "./audit-figures.ts";
import { listTenantAdoption } from "./list-adoption.ts";
import { activePeopleFigure, activeTenantsFigure } from "./people-figures.ts";
import { type FigureSpecs, listFigureRows, readFigure } from "./read-figure.ts";
import { readFirstSteps } from "./read-first-steps.ts";
import { failedRunsFigure, sourceRowsFigure } from "./source-figures.ts";
import { answerTimeFigure, errorsFigure, questionsFigure, reportViewsFigure } from "./usage-figures.ts";

/** How the platform is used, for those who run it. */
export function dashboardRoutes(reportTitles: Readonly<Record<string, string>>) {
  const specs: FigureSpecs = {
    active_tenants: activeTenantsFigure,
    active_people: activePeopleFigure(),
    active_people_7: activePeopleFigure(7),
    active_people_30: activePeopleFigure(30),
    sign_ins: signInsFigure,
    report_views: reportViewsFigure(reportTitles),
    exports: exportsFigure,
    questions: questionsFigure,
    source_rows: sourceRowsFigure,
    failed_runs: failedRunsFigure,
    errors: errorsFigure,
    answer_time: answerTimeFigure,
  };
  return [
    handle(routes.getPlatformFigure, (context, input) => readFigure(context, input, specs)),
    handle(routes.listPlatformFigureRows, (context, input) => listFigureRows(context, input, specs)),
    handle(routes.listTenantAdoption, listTenantAdoption),
    handle(routes.getFirstSteps, readFirstSteps),
  ];
}
