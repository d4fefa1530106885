import type { ProviderClient } from "@console/contracts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import dialog from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { HistoryList } from "../../../blocks/resource-page/resource-history.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { read } from "../../../lib/queries.ts";

type Props = {
  client: Pick<ProviderClient, "id" | "name">;
  ofConnection: { tenantId: string; connection: string };
  onClose: () => void;
};

/** To which tenants a client belonged, and who looked at its data. */
export function ClientHistory({ client, ofConnection, onClose }: Props) {
  const { data, error, refetch } = useQuery(read("listClientHistory", { ...ofConnection, client: client.id }));
  return (
    <ConfirmDialog title={`History of ${client.name}`} onClose={onClose}>
      <div className={dialog.form}>
        {!data && !error && <Skeleton label="Loading the history" lines={[100, 80]} />}
        {!data && error && (
          <ReadProblem
            heading="h3"
            title="The history could not be read"
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {data?.items.length === 0 && <p>It was never mapped to a tenant, and nobody has looked at its data.</p>}
        {data && data.items.length > 0 && <HistoryList entries={data.items} />}
        <div className={dialog.actions}>
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
