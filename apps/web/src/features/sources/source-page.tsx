import type { ConnectionDetail as Connection, SourceName } from "@console/contracts";
import { lazy, type ReactNode, Suspense } from "react";
import { useSourceAddress } from "../../blocks/connection/use-source-address.ts";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { useLiveTopic } from "../../lib/live-events.ts";
import { ConnectionDetail } from "./connections/connection-detail.tsx";
import { ConnectionList } from "./connections/connection-list.tsx";

const ConnectionForm = lazy(async () => ({
  default: (await import("./connections/form/connection-form.tsx")).ConnectionForm,
}));
const EditConnection = lazy(async () => ({
  default: (await import("./connections/form/edit-connection.tsx")).EditConnection,
}));
const ImportPage = lazy(async () => ({ default: (await import("./imports/import-page.tsx")).ImportPage }));

type Props = {
  source: SourceName;
  /** What this source shows of a connection above its runs. */
  extra?: (connection: Connection) => ReactNode;
};

/** The connections of one source over all tenants, and one of them with all that can be done to it. */
export function SourcePage({ source, extra }: Props) {
  const { connection, tenant, do: action } = useSourceAddress().query;
  useLiveTopic("sources.changed", "sources");
  const isOne = connection !== undefined && tenant !== undefined;
  return (
    <Suspense fallback={<ShapedSkeleton label="Loading" shape="table" />}>
      {action === "new" ? (
        <ConnectionForm source={source} stored={null} />
      ) : action === "import" ? (
        <ImportPage source={source} />
      ) : isOne && action === "edit" ? (
        <EditConnection tenantId={tenant} id={connection} />
      ) : isOne ? (
        <ConnectionDetail key={connection} tenantId={tenant} id={connection} extra={extra} />
      ) : (
        <ConnectionList source={source} />
      )}
    </Suspense>
  );
}
