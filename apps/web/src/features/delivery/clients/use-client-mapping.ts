import type { ProviderClient } from "@console/contracts";
import { useWrite } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";

export type ClientMapping = ReturnType<typeof useClientMapping>;

/** Says to which tenant clients belong; null takes it back. */
export function useClientMapping(ofConnection: { tenantId: string; connection: string }) {
  const write = useWrite("mapProviderClients");
  return {
    isPending: write.isPending,
    error: write.error,
    map(clients: readonly ProviderClient[], tenant: string | null, onDone?: () => void) {
      const input = { ...ofConnection, clients: clients.map(({ id }) => id), tenant };
      write.mutate(input, {
        onSuccess: ({ changed }) => {
          const counted = changed === 1 ? "1 client" : `${changed} clients`;
          const message = tenant === null ? `${counted} without a tenant again.` : `${counted} mapped to the tenant.`;
          showToast({ title: "Mapping saved", message, type: "success" });
          onDone?.();
        },
      });
    },
  };
}
