import type { ConnectionDetail } from "@console/contracts";
import { useMutation } from "@tanstack/react-query";
import { backToList, useSourceAddress } from "../../../blocks/connection/use-source-address.ts";
import { callApi } from "../../../lib/api.ts";
import { refetchTopic } from "../../../lib/queries.ts";
import { showToast } from "../../../lib/toasts.ts";
import { TypedConfirmDialog } from "./typed-confirm-dialog.tsx";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId" | "name" | "tenantName">; onClose: () => void };

/** Asks for the name of a connection before it is removed. */
export function RemoveDialog({ connection: { id, tenantId, name, tenantName }, onClose }: Props) {
  const { go } = useSourceAddress();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi("removeConnection", { tenantId, connection: id }),
    onSuccess: () => {
      showToast({ title: "Connection removed", message: `${name} of ${tenantName}`, type: "success" });
      // Only then is the list read again: what is removed can no longer be read here.
      go(backToList, { isReplaced: true });
      setTimeout(() => void refetchTopic("sources"));
    },
  });
  return (
    <TypedConfirmDialog
      title={`Remove ${name}?`}
      name={name}
      action={{ label: "Remove", color: "red", isPending, error, run: () => mutate() }}
      leave="Cancel"
      onClose={onClose}
    >
      <p>
        Its runs, rejected rows and secret go with it, and nothing more is read. The data that came to {tenantName}{" "}
        through it stays.
      </p>
    </TypedConfirmDialog>
  );
}
