import { formatCounted } from "@console/figures/format";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./row-list.module.css";

/** How many rows there are, once that is known, and under which days and filters. */
export function RowWords({ count, words }: { count: number | undefined; words: string }) {
  const formats = useFormats();
  const counted = count === undefined ? [] : [formatCounted(count, "row", formats)];
  return <p className={classes.about}>{[...counted, words].join(" · ")}</p>;
}
