import { formatInstant } from "@console/figures/format";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./embed.module.css";
import type { EmbeddedReport } from "./embed-view.ts";
import { embedSession } from "./session/embed-session.ts";
import type { EmbedState } from "./session/embed-state.ts";

type Props = {
  report: EmbeddedReport;
  session: Extract<EmbedState, { step: "open" }>;
  isFetching: boolean;
  onRefresh: () => void;
};

/** Whose deliveries these are, who delivers them, as of when, and what a reader should know about that. */
export function EmbedHeader({ report, session, isFetching, onRefresh }: Props) {
  const { client, phone, organisation, title, freshness, isCountsOnly } = report;
  const formats = useFormats();
  const { ingestedAt, isLate } = freshness;
  const at = ingestedAt && formatInstant(ingestedAt, formats);
  const asOf = at ? `As of ${at}` : "No deliveries have come in so far";
  return (
    <header className={classes.header}>
      <p className={classes.organisation}>
        {organisation} · {title}
      </p>
      <h1 className={classes.client}>{client}</h1>
      <p className={classes.asOf}>
        {[phone, !isLate && asOf, `Times in ${formats.timeZone.replaceAll("_", " ")}`].filter(Boolean).join(" · ")}
      </p>
      {session.isPreview && <p className={classes.note}>Preview: this is what a visitor of the link sees.</p>}
      {isCountsOnly && (
        <p className={classes.note}>This address shows counts only: no orders, names, phones or addresses.</p>
      )}
      {at && isLate && (
        <StaleNote isFetching={isFetching} onRetry={onRefresh}>
          The latest deliveries arrived at {at}. Anything since then is missing.
        </StaleNote>
      )}
      {session.trouble && (
        <StaleNote isFetching={false} onRetry={() => void embedSession.retry()}>
          {session.trouble} What you see may be out of date.
        </StaleNote>
      )}
    </header>
  );
}
