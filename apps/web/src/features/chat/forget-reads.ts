import type { QueryKey } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";

/** Gives up reads of what is about to be deleted: what is gone is not asked for again. */
export async function forgetReads(queryKey: QueryKey): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.removeQueries({ queryKey });
}
