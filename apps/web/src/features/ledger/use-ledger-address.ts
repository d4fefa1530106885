import { codStates } from "@console/contracts/ledger-cod-words";
import { ledgerAgeingBuckets } from "@console/contracts/ledger-words";
import { parseKey } from "../../lib/search.ts";
import { useAddress } from "../../lib/use-address.ts";
import { codParts } from "./cod/cod-words.ts";
import { readLedgerSearch } from "./ledger-search.ts";
import {
  ageingSides,
  bankParts,
  entryStates,
  ledgerViews,
  statementOrders,
  statementScopes,
  statementSides,
} from "./ledger-words.ts";

/** What the address of the ledger says, in the words that it may have, and how to change it. */
export function useLedgerAddress() {
  const { query, go } = useAddress(readLedgerSearch);
  return {
    go,
    query: {
      ...query,
      view: parseKey(ledgerViews, query.view),
      side: parseKey(statementSides, query.side),
      order: parseKey(statementOrders, query.order),
      state: parseKey(entryStates, query.state),
      of: parseKey(ageingSides, query.of),
      /** What a statement is to be of, before it is chosen. */
      by: parseKey(statementScopes, query.of),
      bucket: ledgerAgeingBuckets.find((bucket) => bucket === query.bucket),
      openOnly: query.openOnly === "1" ? ("1" as const) : undefined,
      part: parseKey(bankParts, query.part),
      codPart: parseKey(codParts, query.part),
      standing: parseKey(codStates, query.standing),
    },
  };
}

export type LedgerQuery = ReturnType<typeof useLedgerAddress>["query"];
