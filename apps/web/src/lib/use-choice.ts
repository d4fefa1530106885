import { useQuery } from "@tanstack/react-query";
import { callApi } from "./api.ts";
import { read } from "./queries.ts";
import { queryClient } from "./query-client.ts";

/** A choice that is kept for its maker, and whether it is known yet; it holds at once, also where it cannot be kept. */
export function useChoice<Value>(name: string, byDefault: Value): [Value, (next: Value) => void, boolean] {
  const question = read("getChoice", { name });
  const { data, isSuccess } = useQuery({ ...question, staleTime: Number.POSITIVE_INFINITY });
  const set = (value: Value) => {
    queryClient.setQueryData(question.queryKey, { value });
    void callApi("setChoice", { name, value }).catch(() => {
      // It holds for this visit; the next one begins with what was kept before.
    });
  };
  return [(data?.value as Value | null | undefined) ?? byDefault, set, isSuccess];
}
