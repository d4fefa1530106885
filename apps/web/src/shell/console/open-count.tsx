import { formatNumber } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import type { NavigationItem } from "./navigation.ts";
import classes from "./navigation-links.module.css";

const readEveryMs = 60_000;
const openRequests = ["status:open"];
const unreadFeedback = ["isRead:false", "state:new"];

/** How many things of a page wait for someone; nothing where none does. */
export function OpenCount({ counts }: { counts: NonNullable<NavigationItem["counts"]> }) {
  return counts === "attention" ? <AttentionCount /> : <RequestCount entity={counts} />;
}

function AttentionCount() {
  const query = read("listAttention", { includesSnoozed: "false" });
  const { data } = useQuery({ ...query, refetchInterval: readEveryMs });
  return <Count total={data?.items.length ?? 0} words="to look at" />;
}

function RequestCount({ entity }: { entity: string }) {
  const filter = entity === "feedback" ? unreadFeedback : openRequests;
  const { data } = useQuery(read("listEntity", { entity, filter, limit: 1 }));
  useLiveTopic("entity.changed", "entities");
  return <Count total={data?.total ?? 0} words={entity === "feedback" ? "unread" : "open"} />;
}

function Count({ total, words }: { total: number; words: string }) {
  const formats = useFormats();
  if (total === 0) return null;
  return (
    <span className={classes.openCount}>
      {formatNumber(total, formats)}
      <span className={classes.hidden}> {words}</span>
    </span>
  );
}
