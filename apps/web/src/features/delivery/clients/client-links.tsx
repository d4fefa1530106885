import type { ProviderClient } from "@console/contracts";
import { type FormatChoices, formatAge, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { PublicBadge } from "../../../blocks/public-badge/public-badge.tsx";
import { useNow } from "../../../lib/use-now.ts";
import classes from "./clients-page.module.css";

type Props = { client: ProviderClient; tenantId: string; formats: FormatChoices };

/** Whether a client's report can be opened without signing in, how often that was done, and the way to its links. */
export function ClientLinks({ client: { id, name, publicLinks }, tenantId, formats }: Props) {
  const now = useNow();
  const shown = publicLinks && { filter: [`tookanId:${encodeURIComponent(publicLinks.tookanId)}`] };
  return (
    <div className={classes.links}>
      {publicLinks && publicLinks.active > 0 && <PublicBadge links={publicLinks.active} />}
      {!publicLinks && <span className={classes.quiet}>None</span>}
      {publicLinks && (
        <span className={classes.quiet}>
          {publicLinks.active === 0 && "None active · "}
          {viewWords(publicLinks, now, formats)}
        </span>
      )}
      <span className={classes.linkActions}>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`New link for ${name}`}
          renderRoot={(props) => (
            <Link to="/admin/links" search={{ do: "new", tenant: tenantId, client: id }} {...props} />
          )}
        >
          New link
        </Button>
        {shown && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Show links of ${name}`}
            renderRoot={(props) => <Link to="/admin/links" search={shown} {...props} />}
          >
            Show links
          </Button>
        )}
      </span>
    </div>
  );
}

function viewWords(
  { views30Days, lastUsedAt }: NonNullable<ProviderClient["publicLinks"]>,
  now: number,
  formats: FormatChoices,
): string {
  const views = views30Days === 1 ? "1 view" : `${formatNumber(views30Days, formats)} views`;
  const last = lastUsedAt ? `last viewed ${formatAge(now - Date.parse(lastUsedAt))} ago` : "never viewed";
  return `${views} in 30 days, ${last}`;
}
