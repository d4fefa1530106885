import type { PanelAnswer } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { findOldest, useDataAge } from "../freshness/use-data-age.ts";
import classes from "./report-view.module.css";

type Props = {
  answer: PanelAnswer;
  readAt: number;
  failed: Error | null;
  formats: FormatChoices;
  onRetry: () => void;
};

/** As of when a panel is, and how old its data is; in amber words when that is late. */
export function Freshness({ answer, readAt, failed, formats, onRetry }: Props) {
  const { age, isLate } = useDataAge(findOldest(answer.questions.flatMap((question) => question.answer.freshness)));
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
  if (age === null) return null;
  return (
    <p className={isLate ? classes.late : classes.asOf}>
      As of {formatInstant(readAt, formats).split(", ")[1]} · {isLate ? "data is late: " : "data "}
      {age} old
    </p>
  );
}
