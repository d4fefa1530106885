import classes from "./chart.module.css";
import type { ChartDescription } from "./chart-description.ts";
import { readingAt } from "./describe-chart.ts";

/** The same values as a table, in the room that the picture takes. */
export function ChartTable({ description, height }: { description: ChartDescription; height: number }) {
  const readings = description.x.map((_, index) => readingAt(description, index));
  const hasTotal = readings.some(({ total }) => total !== null);
  return (
    <section
      className={classes.tableRoom}
      style={{ height }}
      aria-label={`${description.title}, as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.hidden}>Place on the axis</span>
            </th>
            {description.series.map((series) => (
              <th key={series.id} scope="col" className={classes.number}>
                {series.label}
              </th>
            ))}
            {hasTotal && (
              <th scope="col" className={classes.number}>
                Total
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {readings.map((reading) => (
            <tr key={reading.label}>
              <th scope="row">{reading.label}</th>
              {reading.rows.map((row) => (
                <td key={row.id} className={classes.number}>
                  {row.value}
                </td>
              ))}
              {hasTotal && <td className={classes.number}>{reading.total}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
