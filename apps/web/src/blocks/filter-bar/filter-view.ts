import type { ReportView } from "@console/contracts";

/** The parts of a report's address that are no dimension. */
export const ownParts = ["period", "from", "to", "compare", "grain", "basis"] as const;

/** A dimension that narrows a view, and whether its members are left out instead. */
export type ViewFilter = { dimension: string; isExcluded: boolean; members: string[] };

/** The dimensions that a view is narrowed by. */
export function toFilters(view: ReportView): ViewFilter[] {
  return Object.entries(view).flatMap(([name, value]) => {
    if ((ownParts as readonly string[]).includes(name) || value === undefined) return [];
    const isExcluded = name.startsWith("not.");
    return [{ dimension: isExcluded ? name.slice(4) : name, isExcluded, members: [value].flat().map(String) }];
  });
}

/** The same view with another choice for a dimension; without members it is not narrowed by it. */
export function withFilter(view: ReportView, { dimension, isExcluded, members }: ViewFilter): ReportView {
  const { [dimension]: _in, [`not.${dimension}`]: _out, ...rest } = view;
  if (members.length === 0) return rest as ReportView;
  return { ...rest, [isExcluded ? `not.${dimension}` : dimension]: members } as ReportView;
}

/** The same view, narrowed by nothing. */
export function withoutFilters(view: ReportView): ReportView {
  const ownEntries = Object.entries(view).filter(([name]) => (ownParts as readonly string[]).includes(name));
  return Object.fromEntries(ownEntries) as ReportView;
}
