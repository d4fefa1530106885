import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { decideNavigation } from "../../lib/auth/navigation.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { publicConfig } from "../../lib/config.ts";
import { describeLanding } from "./describe-landing.ts";
import classes from "./landing-page.module.css";
import { TenantFigures } from "./tenant-figures.tsx";

/** Where people start: the first figures of their tenant, or why there are none. */
export function LandingPage() {
  const { role, tenant } = useAuth();
  const { productSlug } = publicConfig();
  const start = decideNavigation({ path: "/", isAuthenticated: true, role, tenant, productSlug });
  const isPlatform = start.go === "redirect" && start.to === "/admin";
  const { title, message, mayHaveFigures } = describeLanding(tenant, isPlatform);
  const empty = (
    <section className={classes.card}>
      <EmptyState title={title} message={message} actions={null} />
    </section>
  );
  return mayHaveFigures ? <TenantFigures source={null} whenEmpty={empty} /> : empty;
}
