import { useQuery } from "@tanstack/react-query";
import { ReadProblem } from "../../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../../../lib/queries.ts";
import { ConnectionForm } from "./connection-form.tsx";

/** The form of a connection that is stored already. */
export function EditConnection({ tenantId, id }: { tenantId: string; id: string }) {
  // What the cache holds may be older than what someone has changed since.
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...read("getConnection", { tenantId, connection: id }),
    refetchOnMount: "always",
  });
  if (data && isFetchedAfterMount) return <ConnectionForm source={data.source} stored={data} />;
  if (!error) return <ShapedSkeleton label="Loading the connection" shape="form" />;
  return <ReadProblem title="The connection could not be loaded" error={error} onRetry={() => void refetch()} />;
}
