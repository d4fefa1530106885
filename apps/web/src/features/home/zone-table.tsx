import { formatCount, formatDecimal, formatPercent } from "@console/figures/format";
import { type DeliveryMeasures, deliveriesIn, measureDeliveries } from "./measure-deliveries.ts";
import { samplePeriod, sampleZones } from "./sample-deliveries.ts";
import classes from "./zone-table.module.css";

const total = measureDeliveries(deliveriesIn(samplePeriod));
const rows = sampleZones.map((zone) => ({ zone, measures: measureDeliveries(deliveriesIn(samplePeriod, zone)) }));
const largest = Math.max(...rows.map(({ measures }) => measures.deliveries));

function Numbers({ measures, hasBar }: { measures: DeliveryMeasures; hasBar: boolean }) {
  return (
    <>
      <td className={classes.bar}>
        {hasBar && <span style={{ width: `${(measures.deliveries / largest) * 100}%` }} />}
      </td>
      <td className={classes.number}>{formatCount(measures.deliveries)}</td>
      <td className={classes.wide}>{formatPercent(measures.deliveries / total.deliveries)}</td>
      <td className={classes.number}>{formatPercent(measures.onTimeRate)}</td>
      <td className={classes.number}>{formatCount(measures.late)}</td>
      <td className={classes.wide}>{formatDecimal(measures.averageDelay)}</td>
      <td className={classes.wide}>{formatCount(measures.failed)}</td>
    </>
  );
}

/** The zones of the sample, with their sum below; choosing one filters the report around it. */
export function ZoneTable({ chosen, onChoose }: { chosen: string | null; onChoose: (zone: string | null) => void }) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>
        <span className={classes.title}>Where do deliveries slip?</span>
        <span className={classes.help}>Choose a zone to see its report.</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">Zone</th>
          <th scope="col" className={classes.bar}>
            <span className={classes.hidden}>Deliveries, as a bar</span>
          </th>
          <th scope="col" className={classes.number}>
            Deliveries
          </th>
          <th scope="col" className={classes.wide}>
            Share
          </th>
          <th scope="col" className={classes.number}>
            On time
          </th>
          <th scope="col" className={classes.number}>
            Late
          </th>
          <th scope="col" className={classes.wide}>
            Delay, min
          </th>
          <th scope="col" className={classes.wide}>
            Failed
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ zone, measures }) => (
          <tr key={zone} className={zone === chosen ? classes.chosen : undefined}>
            <th scope="row">
              <button
                type="button"
                className={classes.zone}
                aria-pressed={zone === chosen}
                onClick={() => onChoose(zone === chosen ? null : zone)}
              >
                {zone}
              </button>
            </th>
            <Numbers measures={measures} hasBar />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <button
              type="button"
              className={classes.zone}
              aria-pressed={chosen === null}
              onClick={() => onChoose(null)}
            >
              All zones
            </button>
          </th>
          <Numbers measures={total} hasBar={false} />
        </tr>
      </tfoot>
    </table>
  );
}
