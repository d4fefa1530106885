import { formatInstant } from "@console/figures/format";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./as-of.module.css";
import { type DataFreshness, useDataAge } from "./use-data-age.ts";

/** As of when data is; in amber words with its age when that is late. */
export function AsOf({ freshness }: { freshness: DataFreshness }) {
  const formats = useFormats();
  const { age, isLate } = useDataAge(freshness);
  if (freshness.ingestedAt === null) return null;
  return (
    <span className={isLate ? classes.late : classes.asOf}>
      As of {formatInstant(freshness.ingestedAt, formats)}
      {isLate && ` · data is late: ${age} old`}
    </span>
  );
}
