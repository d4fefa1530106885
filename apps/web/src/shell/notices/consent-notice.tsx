import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { chooseAnalytics } from "../../lib/analytics.ts";
import { isAskingConsent, subscribeConsent } from "../../lib/analytics-consent.ts";
import { NoticeBar } from "./notice-bar.tsx";

/** Asks whether visits may be counted; nothing is loaded or sent before a yes. */
export function ConsentNotice() {
  const isAsking = useSyncExternalStore(subscribeConsent, isAskingConsent);
  if (!isAsking) return null;
  return (
    <section aria-label="Analytics choice">
      <NoticeBar
        actions={
          <>
            <Button size="xs" variant="default" onClick={() => chooseAnalytics("declined")}>
              Decline
            </Button>
            <Button size="xs" variant="default" onClick={() => chooseAnalytics("accepted")}>
              Accept
            </Button>
          </>
        }
      >
        May we count visits to our public pages with web analytics? <Link to="/privacy">Privacy</Link>
      </NoticeBar>
    </section>
  );
}
