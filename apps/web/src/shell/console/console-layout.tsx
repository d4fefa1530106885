import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { publicConfig } from "../../lib/config.ts";
import { queryClient } from "../../lib/query-client.ts";
import { IsFramed } from "../pages/is-framed.ts";
import classes from "./console-layout.module.css";
import { MaintenancePage } from "./maintenance-page.tsx";
import { navigationFor } from "./navigation.ts";
import { NavigationDrawer } from "./navigation-drawer.tsx";
import { PageZone } from "./page-zone.tsx";
import { Palette } from "./palette.tsx";
import { Sidebar } from "./sidebar.tsx";
import { StatusBar } from "./status-bar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useMaintenance } from "./use-maintenance.ts";
import { watchFailures } from "./watch-failures.tsx";

const Announcements = lazy(async () => ({
  default: (await import("../notices/announcements.tsx")).Announcements,
}));

/** The frame of every page behind the sign-in; the reader's role decides what it offers. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  const { role, tenant } = useAuth();
  const router = useRouter();
  useEffect(() => watchFailures(router), [router]);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const { isPlatform, home, profilePath, groups } = navigationFor({
    role,
    tenant,
    productSlug: publicConfig().productSlug,
  });

  const maintenance = useMaintenance({ isPlatform });

  return (
    <QueryClientProvider client={queryClient}>
      <IsFramed value={true}>
        <div className={classes.frame}>
          <a href="#main" className={classes.skip}>
            Skip to content
          </a>
          <Sidebar groups={groups} home={home} />
          <div className={classes.column}>
            <TopBar
              place={isPlatform ? "Platform" : (tenant?.name ?? "No tenant")}
              home={home}
              profilePath={profilePath}
              onOpenDrawer={() => setIsDrawerOpen(true)}
              onOpenPalette={() => setIsPaletteOpen(true)}
            />
            {!isPlatform && tenant && !maintenance && <StatusBar />}
            <Suspense>
              <Announcements />
            </Suspense>
            <PageZone>
              <main id="main" className={classes.main} tabIndex={-1}>
                {maintenance && <MaintenancePage {...maintenance} />}
                {/* What is typed stays while nobody gets in. */}
                <div className={maintenance ? classes.away : classes.content}>{children}</div>
              </main>
            </PageZone>
          </div>
        </div>
        {isDrawerOpen && <NavigationDrawer groups={groups} home={home} onClose={() => setIsDrawerOpen(false)} />}
        <Palette
          groups={groups}
          isOpen={isPaletteOpen}
          onOpen={() => setIsPaletteOpen(true)}
          onClose={() => setIsPaletteOpen(false)}
        />
      </IsFramed>
    </QueryClientProvider>
  );
}
