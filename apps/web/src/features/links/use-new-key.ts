import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";

export type NewKey = ReturnType<typeof useNewKey>;

/** Gives a link a new key, which is known only while the page that asked for it is there. */
export function useNewKey() {
  return useMutation({
    gcTime: 0,
    mutationFn: (input: { id: string; overlapHours: number }) => callApi("issueLinkKey", input),
    onSuccess: () => void refetchTopic("entities"),
  });
}
