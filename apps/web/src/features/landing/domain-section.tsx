import { type FormatChoices, formatInstant } from "@console/figures/format";
import { useQueries, useQuery } from "@tanstack/react-query";
import { findOldest, useDataAge } from "../../blocks/freshness/use-data-age.ts";
import { KpiTile } from "../../blocks/kpi/kpi-tile.tsx";
import { DataElsewhere, liesOutside, useDataDays } from "../../blocks/report-view/data-days.tsx";
import { read } from "../../lib/queries.ts";
import { askDays, askFigures, dayCount, lastDays } from "./ask-figures.ts";
import { DayChart } from "./day-chart.tsx";
import type { DomainReport } from "./domain-reports.ts";
import { type Catalogue, FigureStrip } from "./figure-strip.tsx";
import classes from "./figures.module.css";

type Props = { report: DomainReport; catalogue: Catalogue; formats: FormatChoices };

/** The first figures of one domain, one of them day by day, and as of when they are. */
export function DomainSection({ report, catalogue, formats }: Props) {
  const questions = askFigures(report, catalogue.today);
  const answers = useQueries({ queries: questions.map(({ query }) => read("queryMetrics", query)) });
  const days = useQuery(read("queryMetrics", askDays(report, catalogue.today)));
  const readings = questions.flatMap(({ span }, place) => {
    const reading = answers[place];
    return reading ? [{ span, reading }] : [];
  });
  const oldest = findOldest([...answers, days].flatMap(({ data }) => data?.freshness ?? []));
  const { age, isLate } = useDataAge(oldest);
  const data = useDataDays([report.id]);
  const isElsewhere = data !== null && liesOutside(data, lastDays(catalogue.today));
  const headingId = `figures-${report.id}`;
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId} className={classes.title}>
        {report.title}
      </h2>
      {isElsewhere && (
        <div className={classes.elsewhere}>
          <DataElsewhere period={`the last ${dayCount} days`} days={data} today={catalogue.today} path={report.path} />
        </div>
      )}
      <FigureStrip report={report} catalogue={catalogue} readings={readings} formats={formats} />
      <DayChart report={report} reading={days} formats={formats} />
      <p className={classes.asOf}>
        {oldest.ingestedAt &&
          `As of ${formatInstant(oldest.ingestedAt, formats)}.${isLate ? ` Data is late: ${age} old.` : ""}`}
      </p>
    </section>
  );
}

/** A domain of which not even the labels have arrived, in the room that it will take. */
export function WaitingSection() {
  return (
    <div role="status" aria-label="Loading figures">
      <p className={classes.period} />
      <div className={classes.title} />
      <div className={classes.tiles}>
        {[1, 2, 3, 4].map((place) => (
          <KpiTile key={place} label={" "} value={null} change="" goodDirection="none" />
        ))}
      </div>
      <div className={`${classes.panel} ${classes.chart}`}>
        <div className={classes.ground} />
      </div>
      <p className={classes.asOf} />
    </div>
  );
}
