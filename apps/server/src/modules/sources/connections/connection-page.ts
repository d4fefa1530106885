/** The pages of platform admins, by source. */
const pages: Record<string, string> = {
  tookan: "/admin/sources/tookan/monitor",
  genesis: "/admin/sources/genesis/management",
  warehouse: "/admin/sources/warehouse/management",
  docman: "/admin/sources/docman/management",
};

/** The page of platform admins that shows a connection; null where its source has none. */
export function pathForConnection({
  tenantId,
  id,
  source,
}: {
  tenantId: string;
  id: string;
  source: string;
}): string | null {
  const page = pages[source];
  return page ? `${page}?${new URLSearchParams({ connection: id, tenant: tenantId })}` : null;
}

/** The page of a tenant's own people that shows a connection. */
export function pathForOwnConnection({ id, source }: { id: string; source: string }): string {
  return `/tenant/sources?${new URLSearchParams({ source, connection: id })}`;
}
