import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import classes from "./platform-access-notice.module.css";

/** Whose report a platform admin is looking at, on every such page. */
export function PlatformAccessNotice({ tenantId }: { tenantId: string }) {
  const { data } = useQuery(read("getTenant", { tenantId }));
  return (
    <aside className={classes.notice} aria-label="Read-only view">
      <p>
        You are looking at <strong>{data?.name ?? tenantId}</strong>. You cannot change anything here, and each view is
        recorded in its audit log.
      </p>
      <Button variant="default" size="compact-sm" renderRoot={(props) => <Link to="/admin" {...props} />}>
        Leave
      </Button>
    </aside>
  );
}

/** Asks platform admins whose report they want to see. */
export function ChooseTenant({ path }: { path: string }) {
  const { data, error, refetch } = useQuery(read("listTenants", { limit: 100 }));
  if (!data) {
    if (!error) return <ShapedSkeleton label="Loading tenants" shape="list" />;
    return <ReadProblem title="The tenants could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  if (data.items.length === 0) {
    return (
      <EmptyState
        title="No tenants yet"
        message="There is no organisation whose report you could open."
        actions={null}
      />
    );
  }
  return (
    <section className={classes.card} aria-labelledby="choose-tenant">
      <h2 id="choose-tenant" className={classes.title}>
        Whose report?
      </h2>
      <p className={classes.quiet}>
        You run the platform and have no organisation of your own. The view is read-only and audited.
      </p>
      <ul className={classes.list}>
        {data.items.map(({ id, name, aiq_type }) => (
          <li key={id}>
            <Link to={path} search={{ tenant: id }} className={classes.link}>
              {name}
            </Link>
            <span className={classes.quiet}>{aiq_type}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
