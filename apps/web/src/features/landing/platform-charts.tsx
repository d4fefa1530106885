import { addDays } from "@console/figures/calendar";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Chart } from "../../blocks/chart/chart.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./dashboard.module.css";
import { describeGrowth, describeVolumes } from "./describe-platform.ts";

const growthDays = 90;
const volumeDays = 30;

/** How the platform grows and what comes in each day. A chart that fails leaves the others as they are. */
export function PlatformCharts() {
  const formats = useFormats();
  const growth = useQuery(read("listGrowth", { days: growthDays }));
  // Records are asked for by the days of the growth, so that both end on the same today.
  const range = growth.data?.days.slice(-volumeDays).map(({ day }) => day) ?? [];
  const [from, last] = [range[0], range.at(-1)];
  const to = last && addDays(last, 1);
  const volumes = useQuery({ ...read("listVolumes", { from: from ?? "", to: to ?? "" }), enabled: from !== undefined });
  const grown = growth.data && describeGrowth(growth.data, formats);
  return (
    <section aria-labelledby="platform-growth" className={classes.growth}>
      <h2 id="platform-growth" className={classes.growthTitle}>
        Records and growth, all tenants
      </h2>
      <ChartCard reading={growth.error ? growth : volumes} title="Records" isWide>
        {volumes.data && <Chart description={describeVolumes(volumes.data, range, formats)} height={240} />}
      </ChartCard>
      <div className={classes.charts}>
        {(["tenants", "users", "requests"] as const).map((id) => (
          <ChartCard key={id} reading={growth} title={id}>
            {grown && <Chart description={grown[id]} height={160} isCompact />}
          </ChartCard>
        ))}
      </div>
      {growth.data && (
        <p className={classes.asOf}>
          Records by the days of each tenant; everything else by days in {growth.data.timeZone}.
        </p>
      )}
    </section>
  );
}

type CardProps = { reading: UseQueryResult<unknown>; title: string; isWide?: boolean; children: ReactNode };

function ChartCard({ reading, title, isWide = false, children }: CardProps) {
  const { data, error, refetch } = reading;
  return (
    <div className={`${classes.chart} ${isWide ? classes.wide : ""}`} aria-busy={!data && !error}>
      {!data && error ? (
        <ReadProblem
          heading="h3"
          title={`The chart of ${title.toLowerCase()} could not be loaded`}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        children
      )}
    </div>
  );
}
