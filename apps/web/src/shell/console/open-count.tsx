import { formatNumber } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./navigation-links.module.css";

/** How many requests of an entity wait for an answer; nothing where none does. */
export function OpenCount({ entity }: { entity: string }) {
  const formats = useFormats();
  const { data } = useQuery(read("listEntity", { entity, filter: ["status:open"], limit: 1 }));
  useLiveTopic("entity.changed", "entities");
  const total = data?.total ?? 0;
  if (total === 0) return null;
  return (
    <span className={classes.openCount}>
      {formatNumber(total, formats)}
      <span className={classes.hidden}> open</span>
    </span>
  );
}
