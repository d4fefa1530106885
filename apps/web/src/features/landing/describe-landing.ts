import type { TenantDocument } from "@console/contracts";
import type { Landing } from "./landings.ts";

/** Why a landing page is empty for this reader, whether another page is theirs, and whether figures may have come. */
export function describeLanding(landing: Landing, tenant: TenantDocument | null, isPlatform: boolean) {
  if (!tenant) {
    const message = isPlatform
      ? "You work for the platform and belong to no tenant, so there is no data that this page could show you."
      : "Your account belongs to no tenant, so there is no data to show. Ask an administrator to add you to one.";
    return { title: "No tenant", message, isElsewhere: false, mayHaveFigures: false };
  }
  const { name, aiq_type: source } = tenant;
  if (!source) {
    const message = `No data source is set up for ${name}, so nothing can arrive. Ask an administrator to connect one.`;
    return { title: "No data source", message, isElsewhere: false, mayHaveFigures: false };
  }
  if (landing.source !== null && landing.source !== source) {
    const message = `The data source of ${name} is ${source}. This report reads ${landing.source}, so it stays empty.`;
    return { title: "Not your data source", message, isElsewhere: true, mayHaveFigures: false };
  }
  const message = `The data source of ${name} is ${source}. No ${landing.parts} have arrived from it yet.`;
  return { title: "No data yet", message, isElsewhere: false, mayHaveFigures: true };
}
