import type { readPanel as contract, PanelAnswer, ReportPanel, ReportView } from "@console/contracts";
import { roundFigures } from "@console/figures";
import type { z } from "zod";
import { readFormats, type SnapshotContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { dayIn, loadMetricState } from "../metrics/index.ts";
import { readByKind } from "./panels/panel-kinds.ts";
import { tellGaps } from "./panels/tell-gaps.ts";
import { listPanels, type Report } from "./report.ts";
import { reports as productReports, type Reports, requireReport } from "./reports.ts";
import { resolveView } from "./resolve-view.ts";

/** The figures of one panel of a report under a view. */
export async function readPanel(
  context: SnapshotContext,
  { report: id, panel: panelId, ...view }: z.output<(typeof contract)["input"]>,
  all: Reports = productReports,
): Promise<PanelAnswer> {
  const report = requireReport(all, id);
  const panel = listPanels(report).find((candidate) => candidate.id === panelId);
  if (!panel) throw new AppError("not_found", `The report "${id}" has no panel "${panelId}".`);
  return answerPanel(context, report, panel, view as ReportView);
}

/** The figures of a panel. */
export async function answerPanel(
  context: SnapshotContext,
  report: Report,
  panel: ReportPanel,
  view: ReportView,
): Promise<PanelAnswer> {
  const metricState = await loadMetricState(context);
  const today = dayIn(metricState.settings.timeZone, context.now);
  const answer = await readByKind(panel, {
    context,
    metricState,
    view: resolveView(report, view, today),
    ahead: panel.ahead,
  });
  return roundFigures({ ...answer, leftOut: [...answer.leftOut, ...tellGaps(answer, readFormats(context))] });
}
