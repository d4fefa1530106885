import type { PlatformFigureName } from "@console/contracts/platform-figure-names";
import { formatInstant } from "@console/figures/format";
import { KpiTile } from "../../blocks/kpi/kpi-tile.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import type { DashboardSearch } from "./dashboard-search.ts";
import { describeFigure } from "./describe-figure.ts";
import { cardFigures, figureWords } from "./figure-words.ts";
import classes from "./platform-dashboard.module.css";
import { useFigure } from "./use-figure.ts";

type Props = { search: DashboardSearch; onOpen: (figure: PlatformFigureName) => void };

/** How the platform is used, one card for each figure. A card that fails leaves the others as they are. */
export function FigureCards({ search, onOpen }: Props) {
  return (
    <section aria-labelledby="platform-use" className={classes.section}>
      <h2 id="platform-use" className={classes.heading}>
        Use
      </h2>
      <ul className={classes.cards}>
        {cardFigures.map((figure) => (
          <li key={figure}>
            <FigureCard figure={figure} search={search} onOpen={() => onOpen(figure)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type CardProps = { figure: PlatformFigureName; search: DashboardSearch; onOpen: () => void };

function FigureCard({ figure, search, onOpen }: CardProps) {
  const formats = useFormats();
  const { label, unit, good } = figureWords[figure];
  const { data, error, isFetching, isPlaceholderData, refetch } = useFigure(figure, search);
  if (!data && error) {
    return (
      <div className={classes.problem}>
        <ReadProblem heading="h3" title={`${label} could not be loaded`} error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  const shown = data && !isPlaceholderData ? data : null;
  const words = shown ? describeFigure(shown, formats) : { value: null, change: "", coverage: null };
  const trend = shown?.series.length === 1 ? shown.series[0]?.values.filter((value) => value !== null) : undefined;
  const opening = shown?.path ? { to: shown.path } : { onOpen };
  return (
    <div className={classes.card} aria-busy={!shown}>
      <KpiTile
        label={label}
        {...(unit && { unit })}
        {...words}
        {...opening}
        goodDirection={good}
        {...(trend && trend.length > 1 && { trend })}
        foot={shown && <p className={classes.asOf}>As of {formatInstant(shown.asOf, formats)}</p>}
      />
      {shown && error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The last refresh failed. This is older.
        </StaleNote>
      )}
    </div>
  );
}
