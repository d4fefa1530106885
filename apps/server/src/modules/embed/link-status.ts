import type { Context } from "../../platform/context.ts";
import { readSettings } from "../../platform/settings/read-settings.ts";
import { embedSettings } from "./embed-settings.ts";
import { reportShown } from "./embedded-report.ts";
import type { StoredLink } from "./link-store.ts";

/** Whether a link opens its report at an instant. */
export function isOpen(link: StoredLink, now: Date): boolean {
  const isGiven = !link.reports || link.reports.length === 0 || link.reports.includes(reportShown);
  const isServed = link.tenant_state === "active" && isGiven;
  return isServed && link.state === "active" && !isOver(link.expires_at, now) && !isOver(link.key_ends_at, now);
}

function isOver(end: Date | null, now: Date): boolean {
  return end !== null && end <= now;
}

/** Whether the platform serves embedded reports at all. */
export async function areServed(context: Context): Promise<boolean> {
  return !(await readSettings(context, embedSettings, ["isClosed"])).isClosed;
}
