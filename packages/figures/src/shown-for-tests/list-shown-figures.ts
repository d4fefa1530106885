import type { PanelAnswer, ReportPanel } from "@console/contracts";
import { listAnswerFigures } from "./answer-figures.ts";
import { listKindFigures } from "./kind-figures.ts";
import type { ShownFigure } from "./shown-figure.ts";

/** Every figure that a panel of any kind shows as a table, told from its answer and not from what draws it. */
export function listShownFigures(panel: ReportPanel, answer: PanelAnswer, today: string): ShownFigure[] {
  return [...listAnswerFigures(panel, answer, today), ...listKindFigures(panel, answer, today)];
}
