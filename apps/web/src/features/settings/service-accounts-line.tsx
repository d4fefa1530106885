import { permissionsForRole } from "@console/contracts/permissions";
import { Link } from "@tanstack/react-router";
import { useAuth } from "../../lib/auth/use-auth.ts";
import row from "./setting-row.module.css";
import classes from "./settings.module.css";

/** Leads those who may to the programs that look after accounts. */
export function ServiceAccountsLine() {
  const { role } = useAuth();
  if (!permissionsForRole(role).has("services.manage")) return null;
  return (
    <div className={classes.foot}>
      <p className={row.meta}>
        Programs sign in with a service account. <Link to="/admin/service-accounts">Open service accounts</Link>
      </p>
    </div>
  );
}
