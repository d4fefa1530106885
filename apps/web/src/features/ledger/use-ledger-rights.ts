import { permissionsForRole } from "@console/contracts/permissions";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { accessedTenant } from "../../lib/platform-access.ts";

/** What the reader may do in the ledger; whoever looks at a tenant for support changes nothing. */
export function useLedgerRights() {
  const { role } = useAuth();
  const permissions = permissionsForRole(role);
  const may = (permission: Parameters<typeof permissions.has>[0]) => !accessedTenant() && permissions.has(permission);
  return {
    canPost: may("ledger.post"),
    canReverse: may("ledger.reverse"),
    canApprove: may("ledger.approve"),
    canClose: may("ledger.close"),
    canManage: may("ledger.manage"),
  };
}
