import type { ConnectionState } from "@console/contracts";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { stateWords } from "./state-words.ts";

/** What stands in the address of a source's page; what is undefined is taken out of it. */
export type AddressPart = Record<string, string | undefined>;

/** What the address of a source's page says, and how to change it. */
export function useSourceAddress() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const text = (name: string) => (typeof search[name] === "string" && search[name] !== "" ? search[name] : undefined);
  const state = text("state");
  const go = (part: AddressPart, { isReplaced = false } = {}) =>
    void navigate({ to: ".", search: merge(part) as never, replace: isReplaced, resetScroll: false });
  return {
    text,
    connection: text("connection"),
    tenant: text("tenant"),
    search: text("q") ?? "",
    state: state !== undefined && Object.hasOwn(stateWords, state) ? (state as ConnectionState) : undefined,
    go,
  };
}

/** Puts a part into the address and leaves the rest as it is. */
export function merge(part: AddressPart) {
  return (before: Record<string, unknown>) => ({ ...before, ...part });
}

/** What takes a reader from one connection, with all that was looked at there, back to the list. */
export const backToList: AddressPart = {
  connection: undefined,
  tenant: undefined,
  tab: undefined,
  do: undefined,
  run: undefined,
  runState: undefined,
  runFrom: undefined,
  runTo: undefined,
  runSearch: undefined,
  status: undefined,
  team: undefined,
  agent: undefined,
  type: undefined,
  check: undefined,
  docs: undefined,
  find: undefined,
};
