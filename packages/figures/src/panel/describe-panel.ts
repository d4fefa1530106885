import type { PanelAnswer, ReportPanel } from "@console/contracts";
import type { Picture } from "../picture/picture.ts";
import { describeAgeing } from "./describe-ageing.ts";
import { describeClasses } from "./describe-classes.ts";
import { describeDeviation } from "./describe-deviation.ts";
import { describeFigures } from "./describe-figures.ts";
import {
  describeBridge,
  describeFunnel,
  describeHeat,
  describeLikeForLike,
  describeMap,
  describeMultiples,
  describePareto,
  describeParts,
  describeSpread,
} from "./describe-members.ts";
import { describePaceCourse, describePaceMembers, hasPace } from "./describe-pace.ts";
import { describeCover, describePivot, describeRanking } from "./describe-table.ts";
import { describeTrend } from "./describe-trend.ts";
import type { PanelReader, PanelView, TableView } from "./panel-view.ts";
import type { Question } from "./read-answer.ts";

/** What a panel shows of its answer. */
export function describePanel(panel: ReportPanel, answer: PanelAnswer, reader: PanelReader): PanelView {
  const [question] = answer.questions;
  if (!question) return { kind: "nothing", reason: "not-narrowed" };
  if (panel.kind === "kpis") return describeFigures(answer, reader);
  if (panel.kind === "pace") return describePace(panel, answer, question, reader);
  if (panel.kind === "ageing") return describeAgeing(panel, answer, question, reader);
  if (panel.kind === "classes") return describeClasses(panel, answer, question, reader);
  const hasRows = question.answer.rows.length > 0;
  if (panel.kind === "ranking" || panel.kind === "pivot" || panel.kind === "cover") {
    return hasRows
      ? { kind: "table", table: tableOf(panel, answer, question, reader) }
      : { kind: "nothing", reason: "no-rows" };
  }
  const isDrawn = hasRows || panel.kind === "trend";
  const picture = isDrawn ? pictureOf(panel, answer, reader) : null;
  return picture ? { kind: "picture", picture } : { kind: "nothing", reason: "no-rows" };
}

function describePace(
  panel: Extract<ReportPanel, { kind: "pace" }>,
  answer: PanelAnswer,
  question: Question,
  reader: PanelReader,
): PanelView {
  const { pace } = answer;
  if (!pace || !hasPace(answer)) return { kind: "nothing", reason: "no-rows" };
  return panel.as === "course"
    ? { kind: "picture", picture: describePaceCourse(panel, pace, question, reader) }
    : { kind: "table", table: describePaceMembers(panel, pace, question, reader) };
}

function tableOf(
  panel: Extract<ReportPanel, { kind: "ranking" | "pivot" | "cover" }>,
  answer: PanelAnswer,
  question: Question,
  reader: PanelReader,
): TableView {
  if (panel.kind === "ranking") return describeRanking(panel, answer, question, reader);
  return panel.kind === "pivot"
    ? describePivot(panel, question, reader)
    : describeCover(panel, answer, question, reader);
}

function pictureOf(
  panel: Exclude<ReportPanel, { kind: "kpis" | "ranking" | "pivot" | "cover" | "pace" | "ageing" | "classes" }>,
  answer: PanelAnswer,
  reader: PanelReader,
): Picture | null {
  const [question] = answer.questions;
  if (!question) return null;
  switch (panel.kind) {
    case "trend":
      return describeTrend(panel, answer, reader);
    case "heat":
      return describeHeat(panel, question, reader);
    case "distribution":
      return describeSpread(panel, answer, question, reader);
    case "deviation":
      return describeDeviation(panel, answer, reader);
    case "pareto":
      return describePareto(panel, question, reader);
    case "funnel":
      return describeFunnel(panel, question, reader);
    case "waterfall":
      return describeParts(panel, question, reader);
    case "bridge":
      return describeBridge(panel, question, reader);
    case "multiples":
      return describeMultiples(panel, question, reader);
    case "map":
      return describeMap(panel, answer, question, reader);
    case "like-for-like":
      return describeLikeForLike(panel, answer, reader);
  }
}
