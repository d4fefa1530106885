import { formatNumber } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useLiveTopic } from "../../lib/live-events.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./tenant-views.module.css";

/** Otherwise the address without a view would count as a part of the one with it, and both as current. */
const strictly = { explicitUndefined: true };

/** Switches between the tenants and the requests for access, with how many of these nobody has looked at. */
export function TenantViews() {
  const formats = useFormats();
  const { data } = useQuery(read("listEntity", { entity: "requests", filter: ["status:new"], limit: 1 }));
  useLiveTopic("signup-request.received", "entities");
  const waiting = data?.total ?? 0;
  return (
    <nav className={classes.views} aria-label="Views">
      <Link to="/admin/tenants" search={{ view: undefined }} activeOptions={strictly} className={classes.view}>
        Tenants
      </Link>
      <Link to="/admin/tenants" search={{ view: "requests" }} className={classes.view}>
        Requests
        {waiting > 0 && <span className={classes.count}>{formatNumber(waiting, formats)} new</span>}
      </Link>
    </nav>
  );
}
