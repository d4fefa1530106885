import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useAddress } from "../../lib/use-address.ts";
import { AdoptionTable } from "./adoption-table.tsx";
import { DashboardBar } from "./dashboard-bar.tsx";
import { readDashboardSearch } from "./dashboard-search.ts";
import { FigureCards } from "./figure-cards.tsx";
import { FigureCharts } from "./figure-charts.tsx";

const FigureDrawer = lazy(() => import("./figure-drawer.tsx").then((file) => ({ default: file.FigureDrawer })));

/** How the platform is used: figures, their days, and how far each tenant has come. */
export function PlatformDashboard() {
  const { query: search, go } = useAddress(readDashboardSearch);
  const navigate = useNavigate();
  return (
    <>
      <DashboardBar search={search} onSearch={go} />
      <FigureCards search={search} onOpen={(figure) => go({ figure, day: undefined })} />
      <FigureCharts
        search={search}
        onOpen={(figure, day) => go({ figure, day })}
        onPath={(path) => void navigate({ to: path })}
      />
      <AdoptionTable search={search} />
      {search.figure && (
        <Suspense>
          <FigureDrawer
            figure={search.figure}
            search={search}
            onClose={() => go({ figure: undefined, day: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}
