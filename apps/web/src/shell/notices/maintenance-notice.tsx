import { formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useState } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { useConfig } from "../../lib/use-config.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { NoticeBar } from "./notice-bar.tsx";

/** Tells of work on the product: beforehand to everyone, and while it goes on to those whom it does not keep out. */
export function MaintenanceNotice() {
  const { maintenance } = useConfig();
  const { isAuthenticated, role } = useAuth();
  const formats = useFormats();
  const [hidden, setHidden] = useState<string | null>(null);
  const own = JSON.stringify(maintenance);
  if (!maintenance || hidden === own) return null;
  const { isInForce, message, from, until } = maintenance;
  const isPlatform = role === "superadmin" || role === "admin";
  if (isInForce && isAuthenticated && !isPlatform) return null;
  const at = (instant: string) => formatInstant(instant, formats);
  const when = from && until ? ` from ${at(from)} until ${at(until)}` : "";
  const beginning = isInForce
    ? `Maintenance is on${until ? ` until ${at(until)}` : ""}.`
    : `Planned maintenance${when}.`;
  return (
    <NoticeBar
      icon={<IconTool size={18} stroke={1.5} aria-hidden />}
      actions={
        <Button size="xs" variant="default" onClick={() => setHidden(own)}>
          Hide
        </Button>
      }
    >
      {beginning} {isInForce && isPlatform ? "Users of tenants see the message and wait." : message}
    </NoticeBar>
  );
}
