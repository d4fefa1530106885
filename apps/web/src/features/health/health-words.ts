import type { HealthCheckView, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatFigure } from "@console/figures/format";

type Health = RouteOutput<Routes["getHealth"]>;

/** The state of the whole in one sentence. */
export function sayWhole({ state, checks }: Pick<Health, "state" | "checks">): string {
  const inState = (wanted: HealthCheckView["state"]) => checks.filter((check) => check.state === wanted);
  const names = (list: readonly HealthCheckView[]) => list.map(({ label }) => label).join(", ");
  const [down, unknown, degraded] = [inState("down"), inState("unknown"), inState("degraded")];
  if (down.length > 0) return `Down: ${names(down)}.`;
  if (unknown.length === checks.length) return "Nothing has been checked yet.";
  if (unknown.length > 0) return `Not checked for too long: ${names(unknown)}.`;
  if (degraded.length > 0) return `Degraded: ${names(degraded)}.`;
  return state === "up" ? "All parts work." : "Some parts are affected.";
}

/** A share of time in percent, never rounded up: 99.996 % was not the whole time. */
export function sayUptime(share: number | null, formats: FormatChoices): string {
  if (share === null) return "–";
  const cut = Math.floor(share * 1000) / 1000;
  return formatFigure(cut, { unit: "percent", currency: "" }, formats);
}

export function sayPeriod(days: number): string {
  return days === 1 ? "24 hours" : `${days} days`;
}

/** Whom a failure touches: "Delivery report, 14 tenants". */
export function sayAffected({ reports, tenants, summary }: HealthCheckView["affects"]): string {
  const whom = tenants === null ? null : tenants.length === 1 ? "1 tenant" : `${tenants.length} tenants`;
  const parts = [...reports.map(({ name }) => name), ...(whom === null ? [] : [whom])];
  return parts.length === 0 ? summary : `${summary} ${parts.join(", ")}.`;
}
