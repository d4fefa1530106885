import type { RouteOutput, Routes } from "@console/contracts";
import { codAccountPlan, fitsPlan } from "@console/contracts/ledger-cod-words";
import { Button } from "@mantine/core";
import { useWrite } from "../../../lib/queries.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import { showToast } from "../../../lib/toasts.ts";
import { nameAccount, useAccounts } from "../use-accounts.ts";
import { useLedgerRights } from "../use-ledger-rights.ts";

/** What cash on delivery has no account for yet: accounts that it can use as they are, and those that are missing. */
export function useMissingPurposes(): { own: string[]; missing: string[] } {
  const { data = [] } = useAccounts();
  const used = new Set(data.filter(({ isOpen }) => isOpen).map(({ purpose }) => purpose));
  const own: string[] = [];
  const missing: string[] = [];
  for (const planned of codAccountPlan) {
    if (used.has(planned.purpose)) continue;
    const account = data.find((one) => fitsPlan(planned, one));
    if (account) own.push(nameAccount(account));
    else missing.push(planned.name);
  }
  return { own, missing };
}

/** Adds the accounts that cash on delivery takes; nothing where none is missing. */
export function CodAccountsButton() {
  const { canPost } = useLedgerRights();
  const { own, missing } = useMissingPurposes();
  const add = useWrite("addCodAccounts");
  if (!canPost || own.length + missing.length === 0) return null;
  return (
    <Button
      variant="default"
      loading={add.isPending}
      onClick={() =>
        add.mutate(
          {},
          {
            onSuccess: (outcome) =>
              showToast({ type: "success", title: "Accounts ready", message: sayOutcome(outcome) }),
            onError: (failure) => showFailure("Not added", failure),
          },
        )
      }
    >
      Add accounts for cash on delivery
    </Button>
  );
}

/** Which accounts are new, and which were there and are used from now on. */
function sayOutcome({ added, used }: RouteOutput<Routes["addCodAccounts"]>): string {
  const list = (accounts: typeof added) => accounts.map(nameAccount).join(", ");
  const parts = [
    ...(added.length === 0 ? [] : [`Added: ${list(added)}.`]),
    ...(used.length === 0 ? [] : [`Used from now on: ${list(used)}.`]),
  ];
  return parts.join(" ");
}
