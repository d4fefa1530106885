import { formatNumber, ownFormats } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import classes from "./tenant-views.module.css";

/** What the page of the tenants shows: them, or the requests of those who would like to be one. */
export type TenantView = "tenants" | "requests";

/** Switches between the tenants and the requests for access, with how many of these nobody has looked at. */
export function TenantViews({ view }: { view: TenantView }) {
  const formats = useAuth().user ?? ownFormats;
  const { data } = useQuery(read("listEntity", { entity: "requests", filter: ["status:new"], limit: 1 }));
  useLiveTopic("signup-request.received", "entities");
  const waiting = data?.total ?? 0;
  return (
    <nav className={classes.views} aria-label="Views">
      <Link to="/admin/tenants" className={classes.view} aria-current={view === "tenants" ? "page" : undefined}>
        Tenants
      </Link>
      <Link
        to="/admin/tenants"
        search={{ view: "requests" } as never}
        className={classes.view}
        aria-current={view === "requests" ? "page" : undefined}
      >
        Requests
        {waiting > 0 && <span className={classes.count}>{formatNumber(waiting, formats)} new</span>}
      </Link>
    </nav>
  );
}
