import type { TenantDocument } from "@console/contracts";

/** Why a landing page is empty for this reader, and whether figures may have come. */
export function describeLanding(tenant: TenantDocument | null, isPlatform: boolean) {
  if (!tenant) {
    const message = isPlatform
      ? "You are a platform admin and belong to no tenant, so this page has no data to show."
      : "Your account belongs to no tenant, so there is no data to show. Ask an administrator to add you to one.";
    return { title: "No tenant", message, mayHaveFigures: false };
  }
  const { name, aiq_type: source } = tenant;
  if (!source) {
    const message = `No data source is set up for ${name}, so nothing can arrive. Ask an administrator to connect one.`;
    return { title: "No data source", message, mayHaveFigures: false };
  }
  const message = `The data source of ${name} is ${source}. No records have arrived from it yet.`;
  return { title: "No data yet", message, mayHaveFigures: true };
}
