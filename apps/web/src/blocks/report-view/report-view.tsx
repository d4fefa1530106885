import type { ReportDefinition, ReportView as View } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { CrosshairContext, createCrosshair } from "../chart/crosshair.ts";
import { type OpenedCell, PanelCard } from "./panel-card.tsx";
import type { PanelSource } from "./panel-source.ts";
import { sectionAnchor } from "./report-address.ts";
import classes from "./report-view.module.css";

type Props = {
  report: Pick<ReportDefinition, "id" | "sections">;
  view: View;
  today: string;
  annotations: readonly { day: string; text: string }[];
  formats: FormatChoices;
  isEager?: boolean;
  source?: PanelSource;
  /** Left out where there are no rows to be seen. */
  onOpenRows?: ((opened: OpenedCell) => void) | undefined;
  /** Whether figures may be taken along as files. */
  canSave?: boolean;
  onResetFilters: () => void;
  /** Where the data lies, for panels without any in their period. */
  elsewhere?: ReactNode;
};

/** Any report: its sections, each with its panels on the grid. */
export function ReportView({
  report,
  view,
  today,
  annotations,
  formats,
  isEager = false,
  source = "tenant",
  onOpenRows,
  canSave = true,
  onResetFilters,
  elsewhere,
}: Props) {
  const reader = useMemo(() => ({ formats, today, annotations }), [formats, today, annotations]);
  // A link to a section comes before its report does.
  useEffect(() => {
    const anchor = window.location.hash.slice(1);
    if (anchor.startsWith(sectionAnchor(report.id, ""))) document.getElementById(anchor)?.scrollIntoView();
  }, [report.id]);
  const [crosshair] = useState(createCrosshair);
  const sections = report.sections.map(({ title, panels }, place) => (
    <section key={title ?? place} className={classes.section} aria-labelledby={sectionAnchor(report.id, place)}>
      <h2 id={sectionAnchor(report.id, place)} className={title ? classes.sectionTitle : classes.hidden}>
        {title ?? "At a glance"}
      </h2>
      <div className={classes.grid}>
        {panels.map((panel) => (
          <PanelCard
            key={panel.id}
            report={report.id}
            panel={panel}
            view={view}
            reader={reader}
            formats={formats}
            isEager={isEager}
            source={source}
            onOpenRows={onOpenRows}
            canSave={canSave}
            onResetFilters={onResetFilters}
            elsewhere={elsewhere}
          />
        ))}
      </div>
    </section>
  ));
  return <CrosshairContext value={crosshair}>{sections}</CrosshairContext>;
}
