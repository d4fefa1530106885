import { findPage } from "@console/contracts/pages";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { publicConfig } from "../../lib/config.ts";
import classes from "./notices.module.css";
import { OfflineNotice } from "./offline-notice.tsx";
import { VersionNotice } from "./version-notice.tsx";

const ConsentNotice = lazy(() =>
  import("./consent-notice.tsx").then(({ ConsentNotice: component }) => ({ default: component })),
);

/** What the reader should know about the page itself, at the foot of the screen. */
export function Notices() {
  const { pathname } = useLocation();
  const mayMeasure = publicConfig().tagManagerId !== null && findPage(pathname)?.isMeasured;
  return (
    <div className={classes.notices}>
      <div role="status" className={classes.region}>
        <OfflineNotice />
        <VersionNotice />
      </div>
      {mayMeasure && (
        <Suspense>
          <ConsentNotice />
        </Suspense>
      )}
    </div>
  );
}
