import type { RouteOutput, Routes } from "@console/contracts";
import type { ChartDescription } from "@console/figures/chart";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { Chart } from "../../blocks/chart/chart.tsx";
import { describeCountFormat, describeDayAxis } from "../../blocks/chart/describe-day-axis.ts";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./feedback.module.css";

type Trends = RouteOutput<Routes["readFeedbackTrends"]>;

/** How much is said each week, for which reasons and about which metrics; nothing as long as nobody has said anything. */
export function FeedbackTrends({ tenantId }: { tenantId: string | null }) {
  const formats = useFormats();
  const { data, error, refetch } = useQuery(
    read("readFeedbackTrends", { ...(tenantId !== null && { tenant: tenantId }) }),
  );
  if (error && !data) {
    return (
      <ReadProblem heading="h2" title="The trends could not be loaded" error={error} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <ShapedSkeleton label="Loading trends" shape="list" />;
  if (data.tenants.length === 0) return null;
  return (
    <div className={classes.trends}>
      <div className={classes.chart}>
        <Chart description={describeWeeks(data, formats)} height={180} />
      </div>
      <CountList title="Reasons" counts={data.reasons} formats={formats} />
      <CountList title="Metrics rated unhelpful" counts={data.metrics} formats={formats} />
      {tenantId === null && <CountList title="Tenants" counts={data.tenants} formats={formats} />}
    </div>
  );
}

function describeWeeks({ weeks }: Trends, formats: FormatChoices): ChartDescription {
  return {
    kind: "stacked-bar",
    title: "Feedback",
    unit: "per week, Monday to Sunday (UTC)",
    ...describeDayAxis(
      weeks.map(({ week }) => week),
      formats,
    ),
    ...describeCountFormat(formats),
    series: [
      { id: "down", label: "Not helpful", colour: "bad", values: weeks.map(({ down }) => down) },
      { id: "up", label: "Helpful", colour: "good", values: weeks.map(({ up }) => up) },
      { id: "pages", label: "Pages", colour: "accent", values: weeks.map(({ pages }) => pages) },
    ],
    isRunning: true,
  };
}

type CountProps = { title: string; counts: Trends["reasons"]; formats: FormatChoices };

function CountList({ title, counts, formats }: CountProps) {
  if (counts.length === 0) return null;
  return (
    <section className={classes.counts}>
      <h2 className={classes.title}>{title}</h2>
      <ul>
        {counts.slice(0, 5).map(({ label, count }) => (
          <li key={label}>
            <span>{label}</span>
            <span className={classes.count}>{formatNumber(count, formats)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
