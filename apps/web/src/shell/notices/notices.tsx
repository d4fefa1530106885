import { findPage } from "@console/contracts/pages";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useConfig } from "../../lib/use-config.ts";
import classes from "./notices.module.css";
import { OfflineNotice } from "./offline-notice.tsx";
import { VersionNotice } from "./version-notice.tsx";

const ConsentNotice = lazy(() =>
  import("./consent-notice.tsx").then(({ ConsentNotice: component }) => ({ default: component })),
);

const MaintenanceNotice = lazy(() =>
  import("./maintenance-notice.tsx").then(({ MaintenanceNotice: component }) => ({ default: component })),
);

/** What the reader should know about the page itself, at the foot of the screen. */
export function Notices() {
  const { pathname } = useLocation();
  const { tagManagerId, maintenance } = useConfig();
  const mayMeasure = tagManagerId !== null && findPage(pathname)?.isMeasured;
  return (
    <div className={classes.notices}>
      <div role="status" className={classes.region}>
        <OfflineNotice />
        <VersionNotice />
        {maintenance && (
          <Suspense>
            <MaintenanceNotice />
          </Suspense>
        )}
      </div>
      {mayMeasure && (
        <Suspense>
          <ConsentNotice />
        </Suspense>
      )}
    </div>
  );
}
