import type { PlatformFigureName } from "@console/contracts/platform-figure-names";
import { Chart } from "../../blocks/chart/chart.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import type { DashboardSearch } from "./dashboard-search.ts";
import { describeDays } from "./describe-figure.ts";
import { chartFigures, figureWords } from "./figure-words.ts";
import classes from "./platform-dashboard.module.css";
import { useFigure } from "./use-figure.ts";

type Open = {
  /** Opens the rows of one day. */
  onOpen: (figure: PlatformFigureName, day: string) => void;
  /** Goes to the page that lists them. */
  onPath: (path: string) => void;
};

/** The figures by day; each bar opens the list behind it. */
export function FigureCharts({ search, ...open }: { search: DashboardSearch } & Open) {
  const { data } = useFigure("active_people", search);
  return (
    <section aria-labelledby="platform-days" className={classes.section}>
      <h2 id="platform-days" className={classes.heading}>
        By day
      </h2>
      <div className={classes.charts}>
        {chartFigures.map((figure) => (
          <FigureChart key={figure} figure={figure} search={search} {...open} />
        ))}
      </div>
      {data && <p className={classes.quiet}>Days in {data.timeZone}. Days that were not counted are left empty.</p>}
    </section>
  );
}

function FigureChart({
  figure,
  search,
  onOpen,
  onPath,
}: { figure: PlatformFigureName; search: DashboardSearch } & Open) {
  const formats = useFormats();
  const { label } = figureWords[figure];
  const { data, error, isPlaceholderData, refetch } = useFigure(figure, search);
  const openDay = (place: number) => {
    const [day, path] = [data?.days[place], data?.dayPaths[place]];
    if (path) onPath(path);
    else if (day) onOpen(figure, day);
  };
  return (
    <div className={classes.chart} aria-busy={(!data && !error) || isPlaceholderData}>
      {!data && error && (
        <ReadProblem
          heading="h3"
          title={`${label} by day could not be loaded`}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data && data.series.length > 0 && (
        <Chart description={describeDays(figure, data, formats)} height={160} isCompact onOpen={openDay} />
      )}
      {data && data.series.length === 0 && (
        <>
          <h3 className={classes.chartTitle}>{label}</h3>
          <p className={classes.quiet}>{figureWords[figure].empty}</p>
        </>
      )}
    </div>
  );
}
