import type { readPanel as contract, PanelAnswer, ReportPanel, ReportView } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { dayIn, loadMetricState } from "../metrics/index.ts";
import type { Reader } from "./panels/ask.ts";
import { readAgeing } from "./panels/read-ageing.ts";
import { readClasses } from "./panels/read-classes.ts";
import { readCover } from "./panels/read-cover.ts";
import { readLateness } from "./panels/read-deviation.ts";
import { readSpread } from "./panels/read-distribution.ts";
import { readKpis, readTrend } from "./panels/read-figures.ts";
import { readLikeForLike } from "./panels/read-like-for-like.ts";
import { readMap } from "./panels/read-map.ts";
import {
  readBridge,
  readHeat,
  readMultiples,
  readPareto,
  readPivot,
  readRanking,
  readStages,
} from "./panels/read-members.ts";
import { readPace } from "./panels/read-pace.ts";
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
  const part = await readPart(panel, {
    context,
    metricState,
    view: resolveView(report, view, today),
    ahead: panel.ahead,
  });
  return { panel: panel.id, ...part };
}

function readPart(panel: ReportPanel, reader: Reader): Promise<Omit<PanelAnswer, "panel">> {
  switch (panel.kind) {
    case "kpis":
      return readKpis(panel, reader);
    case "trend":
      return readTrend(panel, reader);
    case "heat":
      return readHeat(panel, reader);
    case "distribution":
      return readSpread(panel, reader);
    case "deviation":
      return readLateness(panel, reader);
    case "pareto":
      return readPareto(panel, reader);
    case "funnel":
    case "waterfall":
      return readStages(panel, reader);
    case "bridge":
      return readBridge(panel, reader);
    case "ranking":
      return readRanking(panel, reader);
    case "pivot":
      return readPivot(panel, reader);
    case "multiples":
      return readMultiples(panel, reader);
    case "map":
      return readMap(panel, reader);
    case "cover":
      return readCover(panel, reader);
    case "ageing":
      return readAgeing(panel, reader);
    case "classes":
      return readClasses(panel, reader);
    case "like-for-like":
      return readLikeForLike(panel, reader);
    case "pace":
      return readPace(panel, reader);
  }
}
