import type { Scene } from "@console/figures/chart";
import { type ReactNode, useId, useMemo } from "react";
import classes from "./chart.module.css";
import { ScenePlot, type ScenePlotProps } from "./scene-plot.tsx";
import { useWidth } from "./use-width.ts";

type Props = {
  title: string;
  /** The picture in words. */
  summary: string;
  /** Draws the picture for a width; the same function as long as the picture is the same. */
  draw: (width: number) => Scene;
  /** Stands in the place of the picture. */
  table: ReactNode;
  /** The room that is kept before the width is known. */
  height: number;
  opener?: ScenePlotProps["opener"];
  svgRef?: ScenePlotProps["svgRef"];
  /** Shows the drawn picture with more than reading its values. */
  renderPlot?: ((plot: ScenePlotProps) => ReactNode) | undefined;
};

/** The room of a picture: draws it as wide as the room is, or shows its table. */
export function SceneRoom({ title, summary, draw, table, height, opener, svgRef, renderPlot }: Props) {
  const [measure, width] = useWidth();
  const summaryId = useId();
  const scene = useMemo(() => (width > 0 ? draw(width) : null), [draw, width]);
  const plot = scene && { scene, title, describedBy: summaryId, opener, svgRef };
  return (
    <div ref={measure} className={classes.room} style={{ minHeight: scene?.height ?? height }}>
      <p id={summaryId} className={classes.hidden}>
        {summary}
      </p>
      {table || (plot && (renderPlot ? renderPlot(plot) : <ScenePlot {...plot} />))}
    </div>
  );
}
