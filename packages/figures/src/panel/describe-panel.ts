import type { PanelAnswer, PanelAnswerFor, PanelForKind, PanelKind } from "@console/contracts";
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
  describeSpread,
} from "./describe-members.ts";
import { describePace } from "./describe-pace.ts";
import { describeStages } from "./describe-stages.ts";
import { describeCover, describePivot, describeRanking } from "./describe-table.ts";
import { describeTrend } from "./describe-trend.ts";
import type { PanelReader, PanelView, TableView } from "./panel-view.ts";
import { findRule, type Question } from "./read-answer.ts";

/** What a panel of one kind shows of its answer, which has at least one question. */
type DescribePanel<Kind extends PanelKind> = (
  panel: PanelForKind<Kind>,
  answer: PanelAnswerFor<Kind>,
  question: Question,
  reader: PanelReader,
) => PanelView;

const noRows: PanelView = { kind: "nothing", reason: "no-rows" };

function showPicture(picture: Picture | null): PanelView {
  return picture ? { kind: "picture", picture } : noRows;
}

/** A picture that needs rows in the answer to the first question. */
function pictureOfRows<Kind extends PanelKind>(
  describe: (...input: Parameters<DescribePanel<Kind>>) => Picture | null,
): DescribePanel<Kind> {
  return (...input) => (input[2].answer.rows.length > 0 ? showPicture(describe(...input)) : noRows);
}

/** A table that needs rows in the answer to the first question. */
function tableOfRows<Kind extends PanelKind>(
  describe: (...input: Parameters<DescribePanel<Kind>>) => TableView,
): DescribePanel<Kind> {
  return (...input) => (input[2].answer.rows.length > 0 ? { kind: "table", table: describe(...input) } : noRows);
}

/** Every kind of panel. A kind that is missing here does not compile. */
const panelKinds: { [Kind in PanelKind]: DescribePanel<Kind> } = {
  kpis: (_panel, answer, _question, reader) => describeFigures(answer, reader),
  trend: (panel, answer, _question, reader) => showPicture(describeTrend(panel, answer, reader)),
  heat: pictureOfRows((panel, _answer, question, reader) => describeHeat(panel, question, reader)),
  distribution: pictureOfRows(describeSpread),
  deviation: pictureOfRows((panel, answer, _question, reader) => describeDeviation(panel, answer, reader)),
  pareto: pictureOfRows((panel, _answer, question, reader) => describePareto(panel, question, reader)),
  funnel: pictureOfRows((panel, _answer, question, reader) => describeFunnel(panel, question, reader)),
  stages: (panel, answer, _question, reader) => showPicture(describeStages(panel, answer, reader)),
  bridge: (panel, answer, question, reader) => {
    if (findRule(question, panel.metric)?.comparisonGap) return { kind: "nothing", reason: "no-comparison" };
    return pictureOfRows<"bridge">(() => describeBridge(panel, question, reader))(panel, answer, question, reader);
  },
  ranking: tableOfRows(describeRanking),
  pivot: tableOfRows((panel, _answer, question, reader) => describePivot(panel, question, reader)),
  multiples: pictureOfRows(describeMultiples),
  map: pictureOfRows(describeMap),
  cover: tableOfRows(describeCover),
  ageing: describeAgeing,
  classes: describeClasses,
  "like-for-like": pictureOfRows((panel, answer, _question, reader) => describeLikeForLike(panel, answer, reader)),
  pace: describePace,
};

/** What a panel shows of its answer. */
export function describePanel<Kind extends PanelKind>(
  panel: PanelForKind<Kind>,
  answer: PanelAnswer,
  reader: PanelReader,
): PanelView {
  const [question] = answer.questions;
  if (!question) return { kind: "nothing", reason: "not-narrowed" };
  const reasons = question.query.metrics.map((metric) => findRule(question, metric)?.unknown ?? null);
  // Tiles tell it each for itself.
  if (panel.kind !== "kpis" && reasons.every((reason) => reason !== null)) {
    return { kind: "unknown", reasons: [...new Set(reasons)] };
  }
  const describe: DescribePanel<Kind> = panelKinds[panel.kind as Kind];
  return describe(panel, answer as PanelAnswerFor<Kind>, question, reader);
}
