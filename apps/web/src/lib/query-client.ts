import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";

const retriedKinds = new Set<ApiError["kind"]>(["offline", "unavailable", "upstream_failed"]);

/** The one cache of everything read from the server. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && retriedKinds.has(error.kind),
    },
  },
});
