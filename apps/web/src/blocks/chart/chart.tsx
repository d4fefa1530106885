import { type ChartDescription, drawChart, summariseChart } from "@console/figures/chart";
import { IconChartLine, IconTable } from "@tabler/icons-react";
import { lazy, Suspense, useCallback, useState } from "react";
import classes from "./chart.module.css";
import { SceneRoom } from "./scene-room.tsx";

// Few readers ask for it, and pages that strangers open first must be small.
const ChartTable = lazy(() => import("./chart-table.tsx").then((file) => ({ default: file.ChartTable })));

type Props = {
  description: ChartDescription;
  height?: number;
  /** A small chart among others: its table button is an icon. */
  isCompact?: boolean;
  /** Opens what stands behind one place of the axis. */
  onOpen?: (place: number) => void;
};

/** The chart: draws any description, reads aloud, turns into a table, and fits the room it is given. */
export function Chart({ description, height = 220, isCompact = false, onOpen }: Props) {
  const [isTable, setIsTable] = useState(false);
  const { title, unit } = description;
  const draw = useCallback((width: number) => drawChart(description, { width, height }), [description, height]);
  const toggleText = isTable ? "View as chart" : "View as table";
  const ToggleIcon = isTable ? IconChartLine : IconTable;

  return (
    <figure className={classes.figure}>
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
      <SceneRoom
        title={title}
        summary={summariseChart(description)}
        draw={draw}
        table={
          isTable && (
            <Suspense>
              <ChartTable description={description} height={height} />
            </Suspense>
          )
        }
        height={height}
        opener={onOpen && { canOpen: () => true, open: ({ place }) => place !== undefined && onOpen(place) }}
      />
    </figure>
  );
}
