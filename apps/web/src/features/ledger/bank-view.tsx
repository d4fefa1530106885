import "@mantine/core/styles/Input.css";
import type { LedgerAccount } from "@console/contracts";
import { formatDate } from "@console/figures/format";
import { Button, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { writeBalance } from "./amounts.ts";
import { BankFiles } from "./bank-files.tsx";
import { BankImport } from "./bank-import.tsx";
import { BankLines } from "./bank-lines.tsx";
import { BankOutstanding } from "./bank-outstanding.tsx";
import { BankRules } from "./bank-rules.tsx";
import classes from "./ledger.module.css";
import { type BankPart, bankParts, ledgerViews } from "./ledger-words.ts";
import { nameAccount, useAccounts } from "./use-accounts.ts";
import { useLedgerAddress } from "./use-ledger-address.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

/** Files of banks and couriers about an account, and what their lines are in the book. */
export function BankView() {
  const { query, go } = useLedgerAddress();
  const accounts = useAccounts();
  const files = useQuery(read("listBankImports", { limit: 100 }));
  const error = accounts.error ?? files.error;
  if (error && !(accounts.data && files.data)) {
    const retry = () => void Promise.all([accounts.refetch(), files.refetch()]);
    return <ReadProblem title="The accounts could not be loaded" error={error} onRetry={retry} />;
  }
  if (!accounts.data || !files.data) return <ShapedSkeleton label="Loading the accounts" shape="list" />;
  const withFiles = new Set(files.data.items.map(({ account }) => account.id));
  const choices = accounts.data.filter(
    ({ id, type, purpose }) => purpose === "bank" || type === "cash" || withFiles.has(id) || id === query.account,
  );
  const account = choices.find(({ id }) => id === query.account) ?? choices.find(isBank) ?? choices[0];
  if (!account) {
    return (
      <EmptyState
        title="No bank account yet"
        message="Lines of a bank are matched with those of an account of the type “Cash and bank”."
        actions={
          <Button onClick={() => go({ view: "accounts" })}>{`Go to ${ledgerViews.accounts.toLowerCase()}`}</Button>
        }
      />
    );
  }
  return <BankAccount key={account.id} account={account} choices={choices} />;
}

type Props = { account: LedgerAccount; choices: readonly LedgerAccount[] };

function BankAccount({ account, choices }: Props) {
  const { query, go } = useLedgerAddress();
  const { canPost } = useLedgerRights();
  const [isImporting, setImporting] = useState(false);
  const files = useQuery(read("listBankImports", { account: account.id, limit: 1 }));
  if (files.error && !files.data) {
    return (
      <ReadProblem title="The files could not be loaded" error={files.error} onRetry={() => void files.refetch()} />
    );
  }
  if (!files.data) return <ShapedSkeleton label="Loading the files" shape="list" />;
  const hasImports = files.data.items.length > 0;
  const part = query.part ?? "open";
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <NativeSelect
          size="xs"
          label="Account"
          className={classes.account}
          value={account.id}
          data={choices.map(({ id, ...names }) => ({ value: id, label: nameAccount(names) }))}
          onChange={(event) => go({ account: event.currentTarget.value, q: undefined })}
        />
        <NativeSelect
          size="xs"
          label="Show"
          value={part}
          data={Object.entries(bankParts).map(([value, label]) => ({ value, label }))}
          onChange={(event) => go({ part: event.currentTarget.value as BankPart, q: undefined })}
        />
        {canPost && hasImports && <ImportButton onOpen={() => setImporting(true)} />}
      </div>
      {hasImports && <Reconciliation account={account} />}
      {hasImports || part === "rules" ? (
        <Part key={`${account.id} ${part}`} part={part} account={account} />
      ) : (
        <EmptyState
          title="No file imported yet"
          message={`Import a file of the bank or courier: its lines are matched with the book on ${nameAccount(account)}.`}
          actions={canPost && <ImportButton onOpen={() => setImporting(true)} />}
        />
      )}
      {isImporting && <BankImport account={account} onClose={() => setImporting(false)} />}
    </div>
  );
}

function ImportButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button size="xs" onClick={onOpen}>
      Import file
    </Button>
  );
}

const isBank = ({ purpose }: LedgerAccount) => purpose === "bank";

function Part({ part, account }: { part: BankPart; account: LedgerAccount }) {
  if (part === "outstanding") return <BankOutstanding account={account} />;
  if (part === "rules") return <BankRules account={account} />;
  if (part === "files") return <BankFiles account={account} />;
  return <BankLines account={account} state={part} />;
}

/** What the bank should show by the book, as far as files tell. */
function Reconciliation({ account }: { account: LedgerAccount }) {
  const formats = useFormats();
  const { data } = useQuery(read("getBankReconciliation", { account: account.id }));
  if (!data) return null;
  return data.currencies.map(
    ({ currency, since, bookMinor, outstandingMinor, unmatchedMinor, explainedMinor, bankMinor }) => {
      const facts: [string, number | null][] = [
        ["Balance of the book", bookMinor],
        ["Less not on the bank yet", outstandingMinor === null ? null : -outstandingMinor],
        ["Plus lines to match", unmatchedMinor],
        ["Plus explained lines", explainedMinor],
        ["Balance the bank should show", bankMinor],
      ];
      return (
        <section key={currency} className={classes.stack} aria-label={`Reconciliation in ${currency}`}>
          <dl className={classes.proof}>
            {facts.map(([label, minor]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{minor === null ? "Not known" : `${writeBalance(minor, currency, formats)} ${currency}`}</dd>
              </div>
            ))}
          </dl>
          <p className={classes.quiet}>
            {since === null
              ? `No file has lines in ${currency}: what the bank shows is not known.`
              : `Files begin on ${formatDate(since, formats)}. Entries from before are taken as known to the bank.`}
          </p>
        </section>
      );
    },
  );
}
