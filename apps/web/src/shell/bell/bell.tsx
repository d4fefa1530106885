import { formatNumber } from "@console/figures/format";
import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./bell.module.css";

const load = () => import("./notice-panel.tsx");
const NoticePanel = lazy(async () => ({ default: (await load()).NoticePanel }));

/** Fetches the panel before it is asked for; a failure shows when it is opened. */
function preloadPanel(): void {
  load().catch(() => {});
}

/** More than this is not worth its room. */
const mostShown = 99;

/** How much the reader has not read yet, kept live, and the way to it. */
export function Bell({ profilePath }: { profilePath: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const formats = useFormats();
  const { data } = useQuery(read("listNotices", { limit: 1 }));
  useLiveTopic("notices.changed", "notices");
  const unread = data?.unread ?? 0;
  const count = unread > mostShown ? `${mostShown}+` : formatNumber(unread, formats);
  return (
    <>
      <ActionIcon
        className={classes.bell}
        variant="subtle"
        color="gray"
        size={40}
        aria-label={unread > 0 ? `Notifications, ${count} unread` : "Notifications"}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        onPointerEnter={preloadPanel}
        onFocus={preloadPanel}
      >
        <IconBell size={18} stroke={1.5} aria-hidden />
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {count}
          </span>
        )}
      </ActionIcon>
      {/* Told apart from the button, whose name is not read out when it changes. */}
      <span role="status" className={classes.hidden}>
        {unread > 0 ? `${count} unread ${unread === 1 ? "notification" : "notifications"}` : ""}
      </span>
      {isOpen && (
        <Suspense>
          <NoticePanel profilePath={profilePath} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
