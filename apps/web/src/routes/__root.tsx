import { createRootRoute, Outlet, redirect } from "@tanstack/react-router";
import { needsNewDocument } from "../lib/analytics.ts";
import { authState } from "../lib/auth/auth-state.ts";
import { decideNavigation, leadsIntoConsole, leavesEmbeddedReport, safeNext } from "../lib/auth/navigation.ts";
import { leaveEmbeddedReport } from "../lib/auth/session.ts";
import { forgetWantedPlace, rememberWantedPlace, wantedPlace } from "../lib/auth/wanted-place.ts";
import { publicConfig } from "../lib/config.ts";
import { NavigationEffects } from "../shell/navigation-effects.tsx";
import { NavigationProgress } from "../shell/navigation-progress.tsx";
import { Notices } from "../shell/notices/notices.tsx";
import { StartErrorPage } from "../shell/pages/start-error-page.tsx";
import { Toasts } from "../shell/toasts/toasts.tsx";
import { ViewingNotice } from "../shell/viewing/viewing-notice.tsx";

let lastPath: string | null = null;

export const Route = createRootRoute({
  beforeLoad: async ({ location, preload }) => {
    const { pathname: path, searchStr: query } = location;
    if (!preload) {
      if (leavesEmbeddedReport(lastPath, path)) await leaveEmbeddedReport();
      lastPath = path;
    }
    const { isAuthenticated, role, tenant } = authState();
    const next = safeNext((location.search as Record<string, unknown>).next) ?? safeNext(wantedPlace());
    const { productSlug } = publicConfig();
    const decision = decideNavigation({ path, isAuthenticated, role, tenant, productSlug, next });
    if (!preload && isAuthenticated) forgetWantedPlace();
    if (!preload && !isAuthenticated && leadsIntoConsole(path)) rememberWantedPlace(path + query);
    if (decision.go === "redirect") throw redirect({ href: decision.to, replace: true });
    if (!preload && needsNewDocument(path)) {
      throw redirect({ href: location.href, reloadDocument: true, replace: true });
    }
  },
  component: Root,
  errorComponent: StartErrorPage,
});

function Root() {
  return (
    <>
      <ViewingNotice />
      <NavigationProgress />
      <Outlet />
      <Toasts />
      <Notices />
      <NavigationEffects />
    </>
  );
}
