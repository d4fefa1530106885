import { Button } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle, IconUrgent } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { callApi } from "../../lib/api.ts";
import { activeViewing } from "../../lib/auth/viewing.ts";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import classes from "./announcements.module.css";

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, critical: IconUrgent };
const levelWords = { info: "Information", warning: "Warning", critical: "Critical" };

/** What the platform announces to the reader now, above every page of the console. */
export function Announcements() {
  const { data } = useQuery(read("listAnnouncements", {}));
  // One that begins or ends by the clock is told too.
  useLiveTopic("announcements.changed", "notices");
  const dismiss = useWrite("seeAnnouncement");
  const items = data?.items ?? [];
  const isViewing = activeViewing() !== null;
  const unseen = items
    .filter(({ isSeen }) => !isSeen)
    .map(({ id }) => id)
    .join();
  useEffect(() => {
    if (unseen === "" || isViewing) return;
    // It only counts readers: one that is not counted now is counted with the next page.
    for (const id of unseen.split(",")) callApi("seeAnnouncement", { id, isDismissed: false }).catch(() => {});
  }, [unseen, isViewing]);

  if (items.length === 0) return null;
  return (
    <section className={classes.bars} aria-label="Current announcements">
      {items.map(({ id, title, text, level, isDismissible }) => {
        const Icon = icons[level];
        return (
          <div key={id} className={classes.bar} data-level={level}>
            <Icon size={18} stroke={1.5} role="img" aria-label={levelWords[level]} />
            <p className={classes.words}>
              <strong>{title}</strong>
              {text && <span className={classes.text}> {text}</span>}
            </p>
            {isDismissible && !isViewing && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Dismiss: ${title}`}
                loading={dismiss.isPending && dismiss.variables.id === id}
                onClick={() =>
                  dismiss.mutate(
                    { id, isDismissed: true },
                    { onError: ({ message }) => showToast({ title: "Announcement", message, type: "error" }) },
                  )
                }
              >
                Dismiss
              </Button>
            )}
          </div>
        );
      })}
    </section>
  );
}
