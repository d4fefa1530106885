import { createRootRoute, Outlet, redirect, useLocation } from "@tanstack/react-router";
import { needsNewDocument } from "../lib/analytics.ts";
import { authState } from "../lib/auth/auth-state.ts";
import {
  decideNavigation,
  entersFramedPage,
  isFramedPage,
  leadsIntoConsole,
  leavesFramedPage,
  safeNext,
} from "../lib/auth/navigation.ts";
import { leaveFramedPage } from "../lib/auth/session.ts";
import { forgetWantedPlace, rememberWantedPlace, wantedPlace } from "../lib/auth/wanted-place.ts";
import { publicConfig } from "../lib/config.ts";
import { NavigationEffects } from "../shell/navigation-effects.tsx";
import { NavigationProgress } from "../shell/navigation-progress.tsx";
import { Notices } from "../shell/notices/notices.tsx";
import { StartErrorPage } from "../shell/pages/start-error-page.tsx";
import { Toasts } from "../shell/toasts/toasts.tsx";
import { ViewingNotice } from "../shell/viewing/viewing-notice.tsx";

let lastPath: string | null = null;
/** Ends when it is known again who is signed in, after a framed page was left. */
let leaving = Promise.resolve();

export const Route = createRootRoute({
  beforeLoad: async ({ location, preload }) => {
    const { pathname: path, searchStr: query } = location;
    if (!preload) {
      // A new document, so that nothing of what was shown before stays in memory.
      if (entersFramedPage(lastPath, path)) {
        throw redirect({ href: location.href, reloadDocument: true, replace: true });
      }
      if (leavesFramedPage(lastPath, path)) {
        // Others may frame the report, but never the console: its own document says so.
        if (window.parent !== window) throw redirect({ href: location.href, reloadDocument: true, replace: true });
        leaving = leaveFramedPage();
      }
      lastPath = path;
    }
    await leaving;
    if (isFramedPage(path)) return;
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
  const isFramed = useLocation({ select: ({ pathname }) => isFramedPage(pathname) });
  if (isFramed) {
    return (
      <>
        <Outlet />
        <Toasts />
        <NavigationEffects />
      </>
    );
  }
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
