import { ownFormats } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { useAuth } from "../../../lib/auth/use-auth.ts";
import { useLiveTopic } from "../../../lib/live-events.ts";
import { read } from "../../../lib/queries.ts";
import { ConnectionItem } from "./connection-item.tsx";
import classes from "./connection-list.module.css";

const everyMs = 30_000;

/** How the sources of the reader's own organisation are; they are looked after by those who run the platform. */
export function OwnSources() {
  const formats = useAuth().user ?? ownFormats;
  const { data, error, refetch } = useQuery({ ...read("listOwnConnections", {}), refetchInterval: everyMs });
  useLiveTopic("sources.changed", "sources");
  if (error && !data) {
    return <ReadProblem title="The sources could not be read" error={error} onRetry={() => void refetch()} />;
  }
  if (!data) return <Skeleton label="Loading sources" lines={[100, 100, 100]} />;
  if (data.items.length === 0) {
    return (
      <EmptyState
        title="No source is connected yet"
        message="Data of your organisation comes from files so far, or not at all. Ask those who run the platform to connect a system."
        actions={null}
      />
    );
  }
  return (
    <section className={classes.page} aria-label="Sources">
      <ul className={classes.list}>
        {data.items.map((one) => (
          <ConnectionItem key={one.id} connection={one} formats={formats} isOwn />
        ))}
      </ul>
    </section>
  );
}
