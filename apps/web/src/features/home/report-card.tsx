import {
  formatChange,
  formatCount,
  formatDayRange,
  formatDecimal,
  formatPercent,
  ownFormats,
} from "@console/figures/format";
import { useMemo, useState } from "react";
import { Chart } from "../../blocks/chart/chart.tsx";
import { KpiTile } from "../../blocks/kpi/kpi-tile.tsx";
import { readReport } from "./read-report.ts";
import classes from "./report-card.module.css";
import { samplePeriod } from "./sample-deliveries.ts";
import { ZoneTable } from "./zone-table.tsx";

const comparison = "vs previous 30 days";

/** A whole report on sample data, drawn with the same blocks as any other; choosing a zone filters all of it. */
export function ReportCard() {
  const [zone, setZone] = useState<string | null>(null);
  const { now, before, readValues: valuesOf, onTimeChart, outcomeChart } = useMemo(() => readReport(zone), [zone]);
  const growth = before.deliveries === 0 ? 0 : (now.deliveries / before.deliveries - 1) * 100;
  const onTimePoints = (now.onTimeRate - before.onTimeRate) * 100;
  const failedPoints = (now.failedRate - before.failedRate) * 100;
  const delayMinutes = now.averageDelay - before.averageDelay;

  return (
    <section className={classes.card} aria-labelledby="sample-report">
      <header className={classes.header}>
        <div>
          <h2 id="sample-report" className={classes.title}>
            Delivery report
          </h2>
          <p className={classes.question}>How many orders arrive, how many on time, and where do they slip?</p>
        </div>
        <div className={classes.chips}>
          <span className={classes.chip}>
            {formatDayRange(samplePeriod.from, samplePeriod.to, samplePeriod.to, ownFormats)}
          </span>
          <span className={classes.chip} aria-live="polite">
            {zone ?? "All zones"}
          </span>
          <span className={classes.sample}>Sample data</span>
        </div>
      </header>
      <div className={classes.tiles}>
        <KpiTile
          label="Deliveries"
          unit="completed"
          value={formatCount(now.deliveries)}
          change={{ by: growth, isUsual: false, text: formatChange(growth, "%"), comparison }}
          goodDirection="none"
          trend={valuesOf((measures) => measures.deliveries)}
        />
        <KpiTile
          label="On-time rate"
          unit="of deliveries"
          value={formatPercent(now.onTimeRate)}
          change={{ by: onTimePoints, isUsual: false, text: formatChange(onTimePoints, "pts"), comparison }}
          goodDirection="up"
          trend={valuesOf((measures) => measures.onTimeRate)}
        />
        <KpiTile
          label="Average delay"
          unit="min, if late"
          value={formatDecimal(now.averageDelay)}
          change={{ by: delayMinutes, isUsual: false, text: formatChange(delayMinutes, "min"), comparison }}
          goodDirection="down"
          trend={valuesOf((measures) => measures.averageDelay)}
        />
        <KpiTile
          label="Failed"
          unit="of orders"
          value={formatPercent(now.failedRate)}
          change={{ by: failedPoints, isUsual: false, text: formatChange(failedPoints, "pts"), comparison }}
          goodDirection="down"
          trend={valuesOf((measures) => measures.failedRate)}
        />
      </div>
      <div className={classes.charts}>
        <div className={classes.panel}>
          <Chart description={onTimeChart} height={216} />
        </div>
        <div className={classes.panel}>
          <Chart description={outcomeChart} height={216} />
        </div>
      </div>
      <div className={classes.tablePanel}>
        <ZoneTable chosen={zone} onChoose={setZone} />
      </div>
    </section>
  );
}
