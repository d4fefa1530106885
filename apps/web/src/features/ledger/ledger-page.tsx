import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { useLiveTopic } from "../../lib/live-events.ts";
import { AccountsView } from "./accounts-view.tsx";
import { AgeingView } from "./ageing-view.tsx";
import { BankView } from "./bank-view.tsx";
import { CodView } from "./cod/cod-view.tsx";
import { EntriesView } from "./entries-view.tsx";
import { EntryDrawer } from "./entry-drawer.tsx";
import classes from "./ledger.module.css";
import { afresh, type LedgerView, ledgerViews } from "./ledger-words.ts";
import { MonthsView } from "./months-view.tsx";
import { StatementView } from "./statement-view.tsx";
import { TrialBalanceView } from "./trial-balance-view.tsx";
import { useLedgerAddress } from "./use-ledger-address.ts";
import { WaitingView } from "./waiting-view.tsx";

/** The book of a tenant: statements, entries, accounts, and how its months stand. */
export function LedgerPage() {
  const { query, go } = useLedgerAddress();
  useLiveTopic("ledger.changed", "ledger");
  const view: LedgerView = query.view ?? "statement";
  return (
    <>
      <Tabs
        value={view}
        onChange={(next) => go({ ...afresh, view: (next ?? undefined) as LedgerView | undefined })}
        keepMounted={false}
      >
        <Tabs.List className={classes.list}>
          {Object.entries(ledgerViews).map(([name, label]) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="statement" className={classes.panel}>
          <StatementView />
        </Tabs.Panel>
        <Tabs.Panel value="entries" className={classes.panel}>
          <EntriesView />
        </Tabs.Panel>
        <Tabs.Panel value="waiting" className={classes.panel}>
          <WaitingView />
        </Tabs.Panel>
        <Tabs.Panel value="accounts" className={classes.panel}>
          <AccountsView />
        </Tabs.Panel>
        <Tabs.Panel value="cod" className={classes.panel}>
          <CodView />
        </Tabs.Panel>
        <Tabs.Panel value="trial" className={classes.panel}>
          <TrialBalanceView />
        </Tabs.Panel>
        <Tabs.Panel value="ageing" className={classes.panel}>
          <AgeingView />
        </Tabs.Panel>
        <Tabs.Panel value="months" className={classes.panel}>
          <MonthsView />
        </Tabs.Panel>
        <Tabs.Panel value="bank" className={classes.panel}>
          <BankView />
        </Tabs.Panel>
      </Tabs>
      {query.entry !== undefined && (
        <EntryDrawer
          key={query.entry}
          id={query.entry}
          onOpen={(entry) => go({ entry })}
          onClose={() => go({ entry: undefined })}
        />
      )}
    </>
  );
}
