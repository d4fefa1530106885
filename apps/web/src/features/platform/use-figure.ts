import type { PlatformFigureName } from "@console/contracts/platform-figure-names";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { read } from "../../lib/queries.ts";
import { type DashboardSearch, toRefreshMs, toScope } from "./dashboard-search.ts";

/** One figure as the address asks for it. Its card and its chart share what was read. */
export function useFigure(figure: PlatformFigureName, search: DashboardSearch) {
  return useQuery({
    ...read("getPlatformFigure", { figure, ...toScope(search) }),
    refetchInterval: toRefreshMs(search),
    placeholderData: keepPreviousData,
  });
}
