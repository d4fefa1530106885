import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { EmptyState } from "../../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../../blocks/states/shaped-skeleton.tsx";
import classes from "../ledger.module.css";
import { RulesView } from "../rules/rules-view.tsx";
import { useAccounts } from "../use-accounts.ts";
import { useLedgerAddress } from "../use-ledger-address.ts";
import { CodAccountsButton, useMissingPurposes } from "./cod-accounts-button.tsx";
import { type CodPart, codParts } from "./cod-words.ts";
import { DepositsView } from "./deposits-view.tsx";
import { HandInsView } from "./hand-ins-view.tsx";
import { MatchingView } from "./matching-view.tsx";
import { PayoutsView } from "./payouts-view.tsx";

/** Cash on delivery: what drivers have, what they hand in, and how it reaches the bank and the merchants. */
export function CodView() {
  const { query, go } = useLedgerAddress();
  const accounts = useAccounts();
  const { own, missing } = useMissingPurposes();
  if (accounts.isPending) return <ShapedSkeleton label="Loading the accounts" shape="list" />;
  if (!accounts.data) {
    return (
      <ReadProblem
        title="The accounts could not be loaded"
        error={accounts.error ?? new Error("No answer.")}
        onRetry={() => void accounts.refetch()}
      />
    );
  }
  if (own.length + missing.length > 0) {
    const parts = [
      "Cash on delivery takes an account for each of its steps.",
      ...(missing.length === 0 ? [] : [`New ones are added for: ${missing.join(", ")}.`]),
      ...(own.length === 0 ? [] : [`These are used from then on: ${own.join(", ")}.`]),
    ];
    return <EmptyState title="Some accounts are missing" message={parts.join(" ")} actions={<CodAccountsButton />} />;
  }
  return (
    <Tabs
      variant="outline"
      value={query.codPart ?? "matching"}
      onChange={(part) => go({ part: (part ?? undefined) as CodPart | undefined, page: undefined })}
      keepMounted={false}
    >
      <Tabs.List className={classes.list} aria-label="Parts of cash on delivery">
        {Object.entries(codParts).map(([name, label]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="matching" className={classes.panel}>
        <MatchingView />
      </Tabs.Panel>
      <Tabs.Panel value="handIns" className={classes.panel}>
        <HandInsView />
      </Tabs.Panel>
      <Tabs.Panel value="deposits" className={classes.panel}>
        <DepositsView />
      </Tabs.Panel>
      <Tabs.Panel value="payouts" className={classes.panel}>
        <PayoutsView />
      </Tabs.Panel>
      <Tabs.Panel value="rules" className={classes.panel}>
        <RulesView />
      </Tabs.Panel>
    </Tabs>
  );
}
