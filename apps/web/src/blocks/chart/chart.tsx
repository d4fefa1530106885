import { IconChartLine, IconTable } from "@tabler/icons-react";
import { useId, useState } from "react";
import classes from "./chart.module.css";
import { type ChartDescription, colourOf } from "./chart-description.ts";
import { ChartPlot } from "./chart-plot.tsx";
import { ChartTable } from "./chart-table.tsx";
import { summariseChart } from "./describe-chart.ts";
import { layoutChart } from "./layout-chart.ts";
import { SeriesMark } from "./series-paint.tsx";
import { useWidth } from "./use-width.ts";

type Props = {
  description: ChartDescription;
  height?: number;
  /** A small chart among others: its table button is an icon. */
  isCompact?: boolean;
};

/** The chart: draws any description, reads aloud, turns into a table, and fits the room it is given. */
export function Chart({ description, height = 220, isCompact = false }: Props) {
  const [measure, width] = useWidth();
  const [isTable, setIsTable] = useState(false);
  const summaryId = useId();
  const { title, unit, series, kind } = description;
  const isNamedAtEnd = width > 0 && layoutChart(description, width, height).endLabels.length > 0;
  const hasLegend = series.length > 1 && !isNamedAtEnd;
  const toggleText = isTable ? "View as chart" : "View as table";
  const ToggleIcon = isTable ? IconChartLine : IconTable;

  return (
    <figure className={classes.figure} aria-describedby={summaryId}>
      <figcaption className={classes.caption}>
        <span>
          <span className={classes.title}>{title}</span>
          <span className={classes.unit}>{unit}</span>
        </span>
        <button
          type="button"
          className={classes.toggle}
          aria-label={`${toggleText}: ${title}`}
          title={toggleText}
          onClick={() => setIsTable(!isTable)}
        >
          <ToggleIcon size={isCompact ? 16 : 18} stroke={1.5} aria-hidden="true" />
          {!isCompact && <span className={classes.toggleText}>{toggleText}</span>}
        </button>
      </figcaption>
      <p id={summaryId} className={classes.hidden}>
        {summariseChart(description)}
      </p>
      {hasLegend && (
        <ul className={classes.legend}>
          {series.map((one, position) => (
            <li key={one.id}>
              <SeriesMark
                colour={colourOf(one, position)}
                position={position}
                isLine={kind === "line" || kind === "area"}
              />
              {one.label}
            </li>
          ))}
        </ul>
      )}
      <div ref={measure} className={classes.room} style={{ minHeight: height }}>
        {isTable ? (
          <ChartTable description={description} height={height} />
        ) : (
          width > 0 && <ChartPlot description={description} width={width} height={height} />
        )}
      </div>
    </figure>
  );
}
