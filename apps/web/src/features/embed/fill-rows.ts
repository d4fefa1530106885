import type { ReportDefinition, ReportPanel } from "@console/contracts";

type Sections = ReportDefinition["sections"];
type Width = NonNullable<ReportPanel["width"]>;

const columns = 12;
const usualWidth = 6;

/** The same panels without holes between them: a link leaves some out, and the last of a row takes their room. */
export function fillRows(sections: Sections): Sections {
  return sections.map((section) => ({ ...section, panels: fill(section.panels) }));
}

function fill(panels: readonly ReportPanel[]): ReportPanel[] {
  let taken = 0;
  return panels.map((panel, place) => {
    const width = widthForPanel(panel);
    const before = taken + width > columns ? 0 : taken;
    const next = panels[place + 1];
    const isLast = next === undefined || before + width + widthForPanel(next) > columns;
    taken = before + width;
    return isLast ? { ...panel, width: (columns - before) as Width } : panel;
  });
}

function widthForPanel({ kind, width }: ReportPanel): number {
  return width ?? (kind === "kpis" ? columns : usualWidth);
}
