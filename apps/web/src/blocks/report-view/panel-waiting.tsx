import type { ReportPanel } from "@console/contracts";
import { KpiTile } from "../kpi/kpi-tile.tsx";
import classes from "./report-view.module.css";
import { styleTiles } from "./tile-rows.ts";

const heights: Partial<Record<ReportPanel["kind"], number>> = {
  heat: 328,
  pareto: 330,
  funnel: 436,
  multiples: 348,
  map: 592,
  ranking: 430,
  pivot: 330,
  ageing: 368,
  cover: 507,
};

/** About how high a panel will be, so that what stands below does not jump. */
export function estimateHeight({ kind }: ReportPanel): number {
  return heights[kind] ?? 352;
}

/** A panel whose figures are on their way, in the room that they will take. */
export function PanelWaiting({ panel }: { panel: ReportPanel }) {
  if (panel.kind !== "kpis") {
    return (
      <div
        role="status"
        aria-label={`Loading ${panel.title}`}
        data-loading
        className={classes.ground}
        style={{ height: estimateHeight(panel) - 96 }}
      />
    );
  }
  const styles = styleTiles(panel.metrics.length);
  return (
    <div role="status" aria-label={`Loading ${panel.title}`} data-loading className={classes.strip}>
      <div className={classes.tiles}>
        {panel.metrics.map((metric, place) => (
          <div key={metric} style={styles[place]}>
            <KpiTile label={" "} value={null} change="" goodDirection="none" trend={[]} />
          </div>
        ))}
      </div>
    </div>
  );
}
