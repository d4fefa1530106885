import { useQuery } from "@tanstack/react-query";
import { read } from "../../../lib/queries.ts";

/** The name of someone who did something; the id while it is not known. */
export function PersonName({ uid }: { uid: string }) {
  const { data } = useQuery({ ...read("getUser", { uid }), retry: false });
  return <>{data?.name || data?.email || uid}</>;
}
