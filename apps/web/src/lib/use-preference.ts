import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api.ts";
import { read } from "./queries.ts";
import { queryClient } from "./query-client.ts";

type Reading = "running" | "done" | "failed";

/** A preference of the person, and whether it has been read yet; a change holds at once, also where it cannot be stored. */
export function usePreference<Value>(name: string, byDefault: Value): [Value, (next: Value) => void, Reading] {
  const query = read("getChoice", { name });
  const { data, isSuccess, isError } = useQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
  const set = (value: Value) => {
    queryClient.setQueryData(query.queryKey, { value });
    void callApi("setChoice", { name, value }).catch(() => {
      // It holds for this visit; the next one begins with what was stored before.
    });
  };
  const reading = isSuccess ? "done" : isError ? "failed" : "running";
  return [(data?.value as Value | null | undefined) ?? byDefault, set, reading];
}
