import type { PanelAnswer } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { useContext } from "react";
import { AsOf } from "../freshness/as-of.tsx";
import { isToldAlready, ToldFreshnessContext } from "../freshness/told-freshness.ts";
import { findOldest } from "../freshness/use-data-age.ts";
import classes from "./report-view.module.css";

type Props = {
  answer: PanelAnswer;
  readAt: number;
  failed: Error | null;
  formats: FormatChoices;
  onRetry: () => void;
};

/** As of when a panel is, where its page has not said so; in amber words when that is late. */
export function Freshness({ answer, readAt, failed, formats, onRetry }: Props) {
  const freshness = findOldest(answer.questions.flatMap((question) => question.answer.freshness));
  const told = useContext(ToldFreshnessContext);
  if (failed) {
    return (
      <p className={classes.late} role="status">
        The last refresh failed. These figures are from {formatInstant(readAt, formats)}.{" "}
        <button type="button" className={classes.link} onClick={onRetry}>
          Try again
        </button>
      </p>
    );
  }
  if (isToldAlready(freshness, told)) return null;
  return (
    <p className={classes.asOf}>
      <AsOf freshness={freshness} />
    </p>
  );
}
