import type { PanelAnswer, ReportView, RouteInput, Routes } from "@console/contracts";
import { callApi } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";

/** Where the figures of panels are read from: a report of the reader's tenant, or the one that a link opens. */
export type PanelSource = "tenant" | "embed";

type PanelCall = "readPanel" | "readEmbedPanel";

/** The calls that read panels. */
export const panelCalls: readonly unknown[] = ["readPanel", "readEmbedPanel"] satisfies PanelCall[];

/** The cached read of one panel, for useQuery. */
export function panelQuery(source: PanelSource, report: string, panel: string, view: ReportView) {
  return source === "embed"
    ? readBy("readEmbedPanel", { ...view, panel })
    : readBy("readPanel", { ...view, report, panel });
}

function readBy<Name extends PanelCall>(name: Name, input: RouteInput<Routes[Name]>) {
  return {
    queryKey: read(name, input).queryKey as readonly unknown[],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<PanelAnswer> => callApi(name, input, { signal }),
  };
}
