import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Popover.css";
import type { LedgerAccount } from "@console/contracts";
import { type LedgerParty, ledgerParties } from "@console/contracts/ledger-words";
import { Autocomplete, NativeSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { read } from "../../lib/queries.ts";
import classes from "./ledger.module.css";
import { statementScopes } from "./ledger-words.ts";
import { nameAccount } from "./use-accounts.ts";
import { type LedgerQuery, useLedgerAddress } from "./use-ledger-address.ts";

type ScopeKind = keyof typeof statementScopes;
const partyKinds = Object.keys(ledgerParties) as LedgerParty[];
const namesShown = 8;
const noParty = { customer: undefined, supplier: undefined, driver: undefined, branch: undefined };

/** What the address says a statement is of: an account, or a party, which may still have to be chosen. */
function readKind(query: LedgerQuery): ScopeKind {
  return partyKinds.find((kind) => query[kind] !== undefined) ?? query.by ?? "account";
}

/** Whose statement is asked for; null where that is still to be chosen. */
export function chooseScope(query: LedgerQuery, firstAccount: string | undefined) {
  const kind = readKind(query);
  const account = kind === "account" ? (query.account ?? firstAccount) : query.account;
  if (kind === "account" ? account === undefined : query[kind] === undefined) return null;
  const { customer, supplier, driver, branch, currency } = query;
  return {
    ...(account !== undefined && { account }),
    ...(customer !== undefined && { customer }),
    ...(supplier !== undefined && { supplier }),
    ...(driver !== undefined && { driver }),
    ...(branch !== undefined && { branch }),
    ...(currency !== undefined && { currency }),
  };
}

type Props = { accounts: readonly LedgerAccount[]; account: string | undefined };

/** Chooses whose statement is shown: an account's, or that of a party, on one account or over all. */
export function StatementScope({ accounts, account: chosen }: Props) {
  const { query, go } = useLedgerAddress();
  const kind = readKind(query);
  // An address may name an account by its code.
  const account = accounts.find(({ id, code }) => id === chosen || code === chosen);
  const none = kind === "account" ? "Choose an account" : "All accounts of the balance sheet";
  return (
    <>
      <NativeSelect
        size="xs"
        label="Statement of"
        value={kind}
        data={Object.entries(statementScopes).map(([value, label]) => ({ value, label }))}
        onChange={(event) => {
          const by = event.currentTarget.value as ScopeKind;
          const next = by === "account" ? undefined : by;
          go({ ...noParty, of: next, account: undefined, currency: undefined, page: undefined });
        }}
      />
      {kind !== "account" && (
        <PartyField
          key={`${kind} ${query[kind]}`}
          kind={kind}
          name={query[kind]}
          onName={(name) => go({ ...noParty, [kind]: name, of: undefined, currency: undefined, page: undefined })}
        />
      )}
      <NativeSelect
        size="xs"
        label="Account"
        className={classes.account}
        value={account?.id ?? ""}
        data={[
          ...(account && kind === "account" ? [] : [{ value: "", label: none }]),
          ...accounts.map(({ id, ...names }) => ({ value: id, label: nameAccount(names) })),
        ]}
        onChange={(event) =>
          go({ account: event.currentTarget.value || undefined, currency: undefined, page: undefined })
        }
      />
    </>
  );
}

type PartyProps = { kind: LedgerParty; name: string | undefined; onName: (name: string) => void };

/** One of those that the lines of the book name. */
function PartyField({ kind, name = "", onName }: PartyProps) {
  const [typed, setTyped] = useState(name);
  const [q] = useDebouncedValue(typed === name ? "" : typed.trim(), 200);
  const names = useQuery({ ...read("listLedgerParties", { kind, q }), placeholderData: keepPreviousData });
  const isEmpty = names.data?.items.length === 0 && q === "";
  return (
    <Autocomplete
      size="xs"
      label={ledgerParties[kind]}
      className={classes.account}
      placeholder={isEmpty ? "The book names none yet" : "Choose or type a name"}
      value={typed}
      data={names.data?.items ?? []}
      // The server has chosen them already. Few enough stand without scrolling: what is typed narrows them down.
      filter={({ options }) => options.slice(0, namesShown)}
      maxLength={120}
      withScrollArea={false}
      comboboxProps={{ withinPortal: false }}
      spellCheck={false}
      autoComplete="off"
      renderOption={({ option }) => <bdi>{option.value}</bdi>}
      error={names.error ? "The names could not be loaded." : undefined}
      onChange={setTyped}
      onOptionSubmit={onName}
      onKeyDown={(event) => {
        if (event.key === "Enter" && typed.trim() !== "" && typed.trim() !== name) onName(typed.trim());
      }}
    />
  );
}
