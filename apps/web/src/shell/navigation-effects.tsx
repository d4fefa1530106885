import { findPage } from "@console/contracts/pages";
import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect, useState } from "react";
import { trackPageView } from "../lib/analytics.ts";
import { publicConfig } from "../lib/config.ts";
import classes from "./navigation-effects.module.css";

/** Does on each change of page what a browser does on a new document: title, focus, announcement and page view. */
export function NavigationEffects() {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");

  // Before the first page tells that it is drawn.
  useLayoutEffect(() => {
    let shownPath: string | null = null;
    let begunPath: string | null = null;
    let focused: Element | null = null;
    const forgetStart = router.subscribe("onBeforeNavigate", ({ toLocation: { pathname } }) => {
      // A page may be gone to anew while it is on its way; what counts is where someone was at first.
      if (pathname !== begunPath) focused = document.activeElement;
      begunPath = pathname;
    });
    const forgetEnd = router.subscribe("onRendered", ({ toLocation: { pathname } }) => {
      begunPath = null;
      if (pathname === shownPath) return;
      const isFirst = shownPath === null;
      shownPath = pathname;
      const title = findPage(pathname)?.title ?? "Page not found";
      document.title = `${title} · ${publicConfig().productName}`;
      trackPageView(pathname);
      if (isFirst) return;
      setAnnouncement(title);
      // Someone who has gone on while the page was on its way stays where they are.
      const { activeElement } = document;
      if (activeElement === focused || activeElement === document.body) focusHeading();
    });
    return () => {
      forgetStart();
      forgetEnd();
    };
  }, [router]);

  return (
    <div aria-live="polite" className={classes.announcer}>
      {announcement}
    </div>
  );
}

function focusHeading() {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
