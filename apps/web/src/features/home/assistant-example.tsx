import { formatCount, formatDayRange, formatPercent } from "@console/figures/format";
import classes from "./assistant-example.module.css";
import { deliveriesIn, measureDeliveries } from "./measure-deliveries.ts";
import { sampleWeek } from "./sample-deliveries.ts";

const zone = "North Hills";
const rows = deliveriesIn(sampleWeek, zone);
const { late, deliveries, lateRate } = measureDeliveries(rows);

const query = [
  { part: "Metric", value: "Late deliveries" },
  { part: "Period", value: formatDayRange(sampleWeek.from, sampleWeek.to, sampleWeek.to) },
  { part: "Filter", value: `Zone is ${zone}` },
];

/** A question, its answer, and the query that the answer's numbers come from. */
export function AssistantExample() {
  return (
    <div className={classes.example}>
      <p className={classes.question}>How many deliveries were late in {zone} in the last 7 days?</p>
      <p className={classes.answer}>
        <strong>{formatCount(late)}</strong> of {formatCount(deliveries)} deliveries were late, which is{" "}
        {formatPercent(lateRate)}.
      </p>
      <dl className={classes.chips}>
        {query.map(({ part, value }) => (
          <div key={part}>
            <dt>{part}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.origin}>
        Counted from {formatCount(rows.length)} rows of the sample: one zone, day by day.
      </p>
    </div>
  );
}
