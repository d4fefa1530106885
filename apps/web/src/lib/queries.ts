import { endpoints } from "virtual:endpoints";
import type { RouteInput, RouteOutput, Routes, Topic } from "@console/contracts";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { callApi } from "./api.ts";
import { accessedTenant } from "./platform-access.ts";
import { queryClient } from "./query-client.ts";

/** One cached read of an endpoint, for useQuery and for route loaders. */
export function read<Name extends keyof Routes>(name: Name, input: RouteInput<Routes[Name]>) {
  const accessed = accessedTenant();
  return queryOptions({
    // Another tenant's answers are never taken for this one's.
    queryKey: accessed ? [name, input, accessed] : [name, input],
    queryFn: ({ signal }): Promise<RouteOutput<Routes[Name]>> => callApi(name, input, { signal }),
  });
}

/** A write that refetches every cached read sharing one of its topics. */
export function useWrite<Name extends keyof Routes>(name: Name) {
  return useMutation<RouteOutput<Routes[Name]>, Error, RouteInput<Routes[Name]>>(
    { mutationFn: (input) => callApi(name, input), onSuccess: () => refetchSharing(name) },
    queryClient,
  );
}

function refetchSharing(name: keyof Routes) {
  return refetchTopics(endpoints[name].topics);
}

/** Refetches every cached read of a topic. */
export function refetchTopic(topic: Topic): Promise<void> {
  return refetchTopics([topic]);
}

function refetchTopics(changed: readonly Topic[]): Promise<void> {
  const topics = new Set(changed);
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const readName = queryKey[0] as keyof Routes;
      return endpoints[readName]?.topics.some((topic) => topics.has(topic)) ?? false;
    },
  });
}
