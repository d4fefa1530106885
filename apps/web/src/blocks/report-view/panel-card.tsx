import type { PanelAnswer, ReportPanel, ReportView } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { describePanel, type PanelReader } from "@console/figures/panel";
import type { Cell, Picture } from "@console/figures/picture";
import { useQuery } from "@tanstack/react-query";
import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { ReadProblem } from "../states/read-problem.tsx";
import { Freshness } from "./freshness.tsx";
import { LeftOutNote } from "./left-out-note.tsx";
import { MetricChoice, withMetric } from "./metric-choice.tsx";
import { PanelEmpty, PanelUnknown } from "./panel-empty.tsx";
import { PanelFigures } from "./panel-figures.tsx";
import { PanelMenu } from "./panel-menu.tsx";
import { PanelPicture } from "./panel-picture.tsx";
import { type PanelSource, panelQuery } from "./panel-source.ts";
import { PanelTable } from "./panel-table.tsx";
import { estimateHeight, PanelWaiting } from "./panel-waiting.tsx";
import classes from "./report-view.module.css";
import { useNear } from "./use-near.ts";

/** Figures of a panel that someone wants to see the rows of. */
export type OpenedCell = { panel: string; cell: Cell };

type Props = {
  report: string;
  panel: ReportPanel;
  view: ReportView;
  reader: PanelReader;
  formats: FormatChoices;
  /** All panels are loaded, also those that are far from being seen, as for printing. */
  isEager: boolean;
  source?: PanelSource;
  /** Left out where there are no rows to be seen. */
  onOpenRows?: ((opened: OpenedCell) => void) | undefined;
  /** Whether its figures may be taken along as a file. */
  canSave?: boolean;
  onResetFilters: () => void;
  /** Where the data lies, for a period without any. */
  elsewhere?: ReactNode;
};

function unitForPanel(picture: Picture): string {
  return picture.kind === "axis" ? picture.chart.unit : picture.unit;
}

function PanelNote({ unit, note }: { unit: string; note: string | undefined }) {
  const text = [unit, note].filter(Boolean).join(". ");
  return text ? <p className={classes.note}>{`${text.charAt(0).toUpperCase()}${text.slice(1)}`}</p> : null;
}

/** One panel: it loads by itself, tells its own troubles, and opens the rows and rules behind what it shows. */
export const PanelCard = memo(function PanelCard(props: Props) {
  const { report, panel, view, reader, formats, isEager, source = "tenant", canSave = true } = props;
  const { onOpenRows, onResetFilters, elsewhere } = props;
  const card = useRef<HTMLElement>(null);
  const svg = useRef<SVGSVGElement>(null);
  const [isTable, setIsTable] = useState(false);
  const isNear = useNear(card) || isEager;
  const { data, error, isFetching, isPlaceholderData, refetch, dataUpdatedAt } = useQuery({
    ...panelQuery(source, report, panel.id, view),
    enabled: isNear,
    placeholderData: (earlier: PanelAnswer | undefined) => earlier,
    refetchInterval: 5 * 60_000,
  });
  const [metric, setMetric] = useState<string | null>(null);
  const shown = useMemo(
    () => data && describePanel(withMetric(panel, metric), data, reader),
    [panel, metric, data, reader],
  );
  const openCell = useCallback((cell: Cell) => onOpenRows?.({ panel: panel.id, cell }), [onOpenRows, panel.id]);
  const open = onOpenRows && openCell;
  const hasFilters = (data?.questions[0]?.query.filters.length ?? 0) > 0;
  const headingId = `panel-${report}-${panel.id}`;
  const time = data?.questions[0]?.query.time;
  const isRunningDay = time !== undefined && "from" in time && time.from === reader.today;
  // Tiles have frames of their own; what tells of a failure has none.
  const isBare = panel.kind === "kpis" && (shown !== undefined || !error);

  const body = () => {
    if (!data || !shown) {
      if (!error) return <PanelWaiting panel={panel} />;
      return <ReadProblem heading="h3" title="This could not be loaded" error={error} onRetry={() => void refetch()} />;
    }
    switch (shown.kind) {
      case "figures":
        return (
          <PanelFigures
            figures={shown.figures}
            answer={data}
            formats={formats}
            isRunningDay={isRunningDay}
            onOpen={open}
          />
        );
      case "picture":
        return (
          <>
            <MetricChoice panel={panel} metric={metric} answer={data} onMetric={setMetric} />
            <PanelPicture
              picture={shown.picture}
              answer={data}
              isTable={isTable}
              formats={formats}
              onOpen={open}
              svg={svg}
            />
          </>
        );
      case "table":
        return <PanelTable title={panel.title} table={shown.table} onOpen={open} />;
      case "unknown":
        return <PanelUnknown reasons={shown.reasons} />;
      case "nothing":
        return (
          <PanelEmpty reason={shown.reason} hasFilters={hasFilters} onReset={onResetFilters} elsewhere={elsewhere} />
        );
    }
  };

  return (
    <section
      ref={card}
      className={isBare ? classes.bare : classes.card}
      data-width={panel.width ?? (panel.kind === "kpis" ? 12 : 6)}
      aria-labelledby={headingId}
      aria-busy={isFetching}
      style={panel.kind === "kpis" || shown ? undefined : { minHeight: estimateHeight(panel) }}
    >
      <header className={classes.head}>
        <div>
          <h3 id={headingId} className={classes.panelTitle}>
            {panel.title}
          </h3>
          <PanelNote unit={shown?.kind === "picture" ? unitForPanel(shown.picture) : ""} note={panel.note} />
        </div>
        {data && shown && (
          <PanelMenu
            panel={panel}
            answer={data}
            shown={shown}
            formats={formats}
            isTable={isTable}
            onTable={setIsTable}
            svg={svg}
            canSave={canSave}
            onOpenRows={open}
          />
        )}
      </header>
      <div className={isPlaceholderData ? `${classes.body} ${classes.stale}` : classes.body}>{body()}</div>
      {data && <LeftOutNote leftOut={data.leftOut} />}
      {data && (
        <Freshness
          answer={data}
          readAt={dataUpdatedAt}
          failed={error}
          formats={formats}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
});
