import { formatInstant } from "@console/figures/format";
import { useSyncExternalStore } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { subscribeToasts, toastHistory } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./notice-panel.module.css";

/** What this tab has said to its reader in passing, so that a missed toast is not lost. */
export function MissedToasts() {
  const { user } = useAuth();
  const history = useSyncExternalStore(subscribeToasts, toastHistory);
  const toasts = history.filter(({ uid }) => uid === (user?.uid ?? null));
  const formats = useFormats();
  if (toasts.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="missed-toasts">
      <h3 id="missed-toasts" className={classes.heading}>
        Messages in this tab
      </h3>
      <ul className={classes.list}>
        {toasts.toReversed().map(({ id, title, message, type, count, at }) => (
          <li key={id} className={classes.entry}>
            <div className={classes.words}>
              <p className={classes.subject} data-type={type}>
                {title}
                {count > 1 && <span className={classes.times}> ×{count}</span>}
              </p>
              <p className={classes.text}>{message}</p>
              <p className={classes.detail}>{formatInstant(at, formats)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
