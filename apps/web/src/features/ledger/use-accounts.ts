import type { LedgerAccount } from "@console/contracts";
import { useQuery } from "@tanstack/react-query";
import { callApi } from "../../lib/api.ts";

const mostPages = 20;

/** The whole plan of accounts, for choosing among them. */
export function useAccounts() {
  return useQuery({
    queryKey: ["listLedgerAccounts", "all"],
    queryFn: async ({ signal }) => {
      const accounts: LedgerAccount[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < mostPages; page += 1) {
        const { items, next } = (await callApi(
          "listLedgerAccounts",
          { limit: 100, ...(cursor !== null && { cursor }) },
          { signal },
        )) as { items: LedgerAccount[]; next: string | null };
        accounts.push(...items);
        cursor = next;
        if (cursor === null) break;
      }
      return accounts;
    },
  });
}

/** What an account is called in a list. */
export const nameAccount = ({ code, name }: { code: string; name: string }) => `${code} ${name}`;
