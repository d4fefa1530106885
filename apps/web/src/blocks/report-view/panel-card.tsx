import type { PanelAnswer, ReportPanel, ReportView } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { describePanel, type PanelReader } from "@console/figures/panel";
import type { Cell } from "@console/figures/picture";
import { useQuery } from "@tanstack/react-query";
import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useRef, useState } from "react";
import type { Explained } from "../change-explanation/explain-query.ts";
import { ReadProblem } from "../states/read-problem.tsx";
import { MetricChoice, withMetric } from "./metric-choice.tsx";
import { PanelFrame } from "./panel-frame.tsx";
import { type PanelSource, panelQuery } from "./panel-source.ts";
import { useNear } from "./use-near.ts";

const ExplainDrawer = lazy(async () => ({
  default: (await import("../change-explanation/explain-drawer.tsx")).ExplainDrawer,
}));

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

/** One panel: it loads by itself, tells its own troubles, and opens the rows and rules behind what it shows. */
export const PanelCard = memo(function PanelCard(props: Props) {
  const { report, panel, view, reader, formats, isEager, source = "tenant", canSave = true } = props;
  const { onOpenRows, onResetFilters, elsewhere } = props;
  const card = useRef<HTMLElement>(null);
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
  const [explained, setExplained] = useState<Explained | null>(null);
  const retry = () => void refetch();
  return (
    <>
      <PanelFrame
        headingId={`panel-${report}-${panel.id}`}
        panel={panel}
        shown={shown}
        answer={data}
        reader={reader}
        formats={formats}
        card={card}
        readAt={dataUpdatedAt}
        error={error}
        problem={error && <ReadProblem heading="h3" title="This could not be loaded" error={error} onRetry={retry} />}
        isBusy={isFetching}
        isStale={isPlaceholderData}
        canSave={canSave}
        onRetry={retry}
        onOpen={onOpenRows && openCell}
        // Who sees a report by a link alone cannot ask.
        onExplain={source === "tenant" ? setExplained : undefined}
        onResetFilters={onResetFilters}
        choice={data && <MetricChoice panel={panel} metric={metric} answer={data} onMetric={setMetric} />}
        elsewhere={elsewhere}
      />
      {explained && (
        <Suspense>
          <ExplainDrawer
            label={explained.label}
            query={explained.query}
            reader={reader}
            onOpenRows={onOpenRows && openCell}
            onClose={() => setExplained(null)}
          />
        </Suspense>
      )}
    </>
  );
});
