import { formatCount, formatDecimal, formatPercent } from "@console/figures/format";
import { type PlainColumn, PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import { type DeliveryMeasures, deliveriesIn, measureDeliveries } from "./measure-deliveries.ts";
import { samplePeriod, sampleZones } from "./sample-deliveries.ts";
import classes from "./zone-table.module.css";

/** A zone with what was measured there; null stands for all of them. */
type ZoneRow = { zone: string | null; measures: DeliveryMeasures };

const total: ZoneRow = { zone: null, measures: measureDeliveries(deliveriesIn(samplePeriod)) };
const rows: ZoneRow[] = sampleZones.map((zone) => ({
  zone,
  measures: measureDeliveries(deliveriesIn(samplePeriod, zone)),
}));
const largest = Math.max(...rows.map(({ measures }) => measures.deliveries));

const measureColumns: readonly PlainColumn<ZoneRow>[] = [
  {
    id: "bar",
    label: <span className={classes.hidden}>Deliveries, as a bar</span>,
    className: classes.bar,
    cell: ({ zone, measures }) =>
      zone !== null && <span style={{ width: `${(measures.deliveries / largest) * 100}%` }} />,
  },
  {
    id: "deliveries",
    label: "Deliveries",
    className: classes.number,
    cell: ({ measures }) => formatCount(measures.deliveries),
  },
  {
    id: "share",
    label: "Share",
    className: classes.wide,
    cell: ({ measures }) => formatPercent(measures.deliveries / total.measures.deliveries),
  },
  {
    id: "onTime",
    label: "On time",
    className: classes.number,
    cell: ({ measures }) => formatPercent(measures.onTimeRate),
  },
  { id: "late", label: "Late", className: classes.number, cell: ({ measures }) => formatCount(measures.late) },
  {
    id: "delay",
    label: "Delay, min",
    className: classes.wide,
    cell: ({ measures }) => formatDecimal(measures.averageDelay),
  },
  { id: "failed", label: "Failed", className: classes.wide, cell: ({ measures }) => formatCount(measures.failed) },
];

/** The zones of the sample, with their sum below; choosing one filters the report around it. */
export function ZoneTable({ chosen, onChoose }: { chosen: string | null; onChoose: (zone: string | null) => void }) {
  const zoneColumn: PlainColumn<ZoneRow> = {
    id: "zone",
    label: "Zone",
    isHeader: true,
    cell: ({ zone }) => (
      <button
        type="button"
        className={classes.zone}
        aria-pressed={zone === chosen}
        onClick={() => onChoose(zone === chosen ? null : zone)}
      >
        {zone ?? "All zones"}
      </button>
    ),
  };
  return (
    <PlainTable
      className={classes.table}
      caption={
        <caption className={classes.caption}>
          <span className={classes.title}>Where do deliveries slip?</span>
          <span className={classes.help}>Choose a zone to see its report.</span>
        </caption>
      }
      columns={[zoneColumn, ...measureColumns]}
      rows={rows}
      rowKey={({ zone }) => zone ?? ""}
      rowClassName={({ zone }) => (zone === chosen ? classes.chosen : undefined)}
      foot={total}
    />
  );
}
