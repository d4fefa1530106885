import { createRootRoute, Outlet, redirect } from "@tanstack/react-router";
import { needsNewDocument } from "../lib/analytics.ts";
import { NavigationEffects } from "../shell/navigation-effects.tsx";
import { NavigationProgress } from "../shell/navigation-progress.tsx";
import { Notices } from "../shell/notices/notices.tsx";
import { StartErrorPage } from "../shell/pages/start-error-page.tsx";
import { Toasts } from "../shell/toasts/toasts.tsx";

export const Route = createRootRoute({
  beforeLoad: ({ location, preload }) => {
    if (!preload && needsNewDocument(location.pathname)) {
      throw redirect({ href: location.href, reloadDocument: true, replace: true });
    }
  },
  component: Root,
  errorComponent: StartErrorPage,
});

function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <Toasts />
      <Notices />
      <NavigationEffects />
    </>
  );
}
