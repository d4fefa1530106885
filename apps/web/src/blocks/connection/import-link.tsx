import type { SourceName } from "@console/contracts";
import { permissionsForRole } from "@console/contracts/permissions";
import { isPlatformRole } from "@console/contracts/roles";
import { Button } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { activeViewing } from "../../lib/auth/viewing.ts";
import type { SourceSearch } from "./source-search.ts";

const sourceByDomain: Readonly<Record<string, SourceName>> = {
  delivery: "tookan",
  warehouse: "warehouse",
  sales: "genesis",
  ledger: "genesis",
  documents: "docman",
};

/** The tenant whose files a reader may bring in from pages of their own; platform admins have other pages. */
export function useOwnImport(): { tenantId: string } | null {
  const { role, tenant } = useAuth();
  if (!tenant || isPlatformRole(role) || activeViewing()) return null;
  return permissionsForRole(role).has("sources.import") ? { tenantId: tenant.id } : null;
}

type Props = {
  /** What the page is about, if it is about one thing. */
  domain?: string | undefined;
  /** The connection that the file is for. */
  connection?: { id: string; name: string; source: SourceName };
};

/** Leads those who may bring in files to the import of their own organisation; others see nothing of it. */
export function ImportLink({ domain, connection }: Props) {
  if (!useOwnImport()) return null;
  const search: SourceSearch = {
    do: "import",
    source: connection?.source ?? sourceByDomain[domain ?? ""],
    connection: connection?.id,
  };
  return (
    <Button
      variant="default"
      size={connection ? "compact-sm" : "sm"}
      leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden="true" />}
      renderRoot={(props) => <Link to="/tenant/sources" search={search} {...props} />}
      {...(connection && { "aria-label": `Import into ${connection.name}` })}
    >
      Import
    </Button>
  );
}
