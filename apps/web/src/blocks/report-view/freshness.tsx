import type { PanelAnswer } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant } from "@console/figures/format";
import { useNow } from "../../lib/use-now.ts";
import classes from "./report-view.module.css";

type Props = {
  answer: PanelAnswer;
  readAt: number;
  failed: Error | null;
  formats: FormatChoices;
  onRetry: () => void;
};

/** Data older than this is called late. */
export const lateAfterMs = 24 * 3_600_000;

/** As of when a panel is, and how old its data is; in amber words when that is late. */
export function Freshness({ answer, readAt, failed, formats, onRetry }: Props) {
  const now = useNow();
  const oldest = answer.questions
    .flatMap(({ answer: { freshness } }) => freshness.flatMap(({ ingestedAt }) => ingestedAt ?? []))
    .sort()[0];
  if (failed) {
    return (
      <p className={classes.late} role="status">
        The last try to refresh failed. These figures are of {formatInstant(readAt, formats)}.{" "}
        <button type="button" className={classes.link} onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  }
  if (!oldest) return null;
  const isLate = now - Date.parse(oldest) > lateAfterMs;
  return (
    <p className={isLate ? classes.late : classes.asOf}>
      As of {formatInstant(readAt, formats).split(", ")[1]} · {isLate ? "data is late: " : "data "}
      {formatAge(now - Date.parse(oldest))} old
    </p>
  );
}
