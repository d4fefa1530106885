import type { PanelAnswer } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import type { FigureView } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { type Explained, listExplained } from "../change-explanation/explain-query.ts";
import { ExplainButton } from "../kpi/explain-button.tsx";
import { KpiTile } from "../kpi/kpi-tile.tsx";
import { RulePopover } from "../kpi/rule-popover.tsx";
import classes from "./report-view.module.css";
import { styleTiles } from "./tile-rows.ts";

type Props = {
  figures: readonly FigureView[];
  answer: PanelAnswer | undefined;
  formats: FormatChoices;
  /** A change is only told, and not judged, where the day is still running or nobody knows what is usual. */
  isJudged: boolean;
  onOpen: ((cell: Cell) => void) | undefined;
  onExplain: ((asked: Explained) => void) | undefined;
};

/** A strip of figures, each with its course, how it moved, its rule, and its rows behind a click. */
export function PanelFigures({ figures, answer, formats, isJudged, onOpen, onExplain }: Props) {
  const explained = onExplain && answer ? listExplained(answer) : [];
  const rules = answer?.questions.flatMap(({ answer: { rules: own } }) => own) ?? [];
  const styles = styleTiles(figures.length);
  return (
    <div className={classes.strip}>
      <ul className={classes.tiles}>
        {figures.map((figure, place) => {
          const { metric, label, unit, value, unknown, comparisonGap, change, good, trend, coverage, cell } = figure;
          const why = change && explained.find(({ query }) => query.metrics[0] === metric);
          const rule = rules.find((one) => one.metric === metric);
          return (
            <li key={metric} style={styles[place]}>
              <KpiTile
                label={label}
                unit={unit}
                value={value ?? (unknown ? "Not known" : "–")}
                change={change ?? unknown ?? (value === null ? "Nothing to count here." : (comparisonGap ?? ""))}
                goodDirection={isJudged ? (good ?? "none") : "none"}
                trend={trend.length > 1 ? trend : []}
                coverage={coverage}
                corner={rule && <RulePopover label={label} {...rule} formats={formats} />}
                {...(onOpen && { onOpen: () => onOpen(cell) })}
                {...(why && {
                  frameChange: (told) => (
                    <ExplainButton label={label} onClick={() => onExplain?.(why)}>
                      {told}
                    </ExplainButton>
                  ),
                })}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
