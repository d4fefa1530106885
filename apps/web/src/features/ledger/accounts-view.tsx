import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { LedgerAccount } from "@console/contracts";
import { ledgerAccountTypes, ledgerParties, ledgerPurposes } from "@console/contracts/ledger-words";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { type SyntheticEvent, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { writeBalance } from "./amounts.ts";
import { CodAccountsButton } from "./cod/cod-accounts-button.tsx";
import classes from "./ledger.module.css";
import { useLedgerAddress } from "./use-ledger-address.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 900;

/** The plan of accounts with what each stands at. */
export function AccountsView() {
  const { go } = useLedgerAddress();
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const pages = usePages("listLedgerAccounts", { limit: 100 });
  const [edited, setEdited] = useState<LedgerAccount | "new" | null>(null);
  const columns: RecordColumn<LedgerAccount>[] = [
    { label: "Code", cell: ({ code }) => code },
    {
      label: "Account",
      cell: (account) => (
        <button
          type="button"
          className={classes.link}
          dir="auto"
          onClick={() => go({ view: "statement", account: account.id, currency: undefined, page: undefined })}
        >
          {account.name}
        </button>
      ),
    },
    {
      label: "Type",
      cell: ({ type, purpose }) => (
        <>
          {ledgerAccountTypes[type]}
          {purpose !== null && (
            <span className={classes.below}>{`Cash on delivery: ${ledgerPurposes[purpose].label}`}</span>
          )}
        </>
      ),
    },
    { label: "About", cell: ({ party }) => <Party party={party} /> },
    { label: "State", cell: ({ isOpen }) => (isOpen ? "Open" : "Closed") },
    {
      label: "Balance",
      isNumeric: true,
      cell: ({ balances }) =>
        balances.map(({ currency, balanceMinor }) => (
          <span key={currency} className={classes.amount}>
            {`${writeBalance(balanceMinor, currency, formats)} ${currency}`}
          </span>
        )),
    },
    ...(canPost
      ? [
          {
            label: "Change",
            cell: (account: LedgerAccount) => (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Change ${account.name}`}
                onClick={() => setEdited(account)}
              >
                Change
              </Button>
            ),
          },
        ]
      : []),
  ];
  const add = canPost && <Button onClick={() => setEdited("new")}>New account</Button>;
  return (
    <div className={classes.stack}>
      {pages.items.length > 0 && (
        <div className={classes.actions}>
          {add}
          <CodAccountsButton />
        </div>
      )}
      <RecordTable
        name="Accounts"
        columns={columns}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        empty={
          <EmptyState
            title="No accounts yet"
            message="Each entry moves an amount between two accounts, such as Bank and Delivery fees."
            actions={
              <>
                {add}
                <CodAccountsButton />
              </>
            }
          />
        }
        pages={pages}
      />
      {edited !== null && <AccountDialog account={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

function Party({ party }: Pick<LedgerAccount, "party">) {
  if (party === null) return null;
  return (
    <>
      {`${ledgerParties[party.kind]} `}
      <bdi>{party.name}</bdi>
    </>
  );
}

type PartyKind = keyof typeof ledgerParties;
type Purpose = keyof typeof ledgerPurposes;

/** What an account of a type can be used for. */
function listPurposes(type: LedgerAccount["type"]): Record<string, string> {
  const fitting = Object.entries(ledgerPurposes).filter(([, purpose]) => purpose.type === type);
  return Object.fromEntries(fitting.map(([name, { label }]) => [name, label]));
}

function AccountDialog({ account, onClose }: { account: LedgerAccount | null; onClose: () => void }) {
  const [code, setCode] = useState(account?.code ?? "");
  const [name, setName] = useState(account?.name ?? "");
  const [type, setType] = useState<LedgerAccount["type"]>(account?.type ?? "cash");
  const [currency, setCurrency] = useState(account?.currency ?? "");
  const [partyKind, setPartyKind] = useState<PartyKind | "">(account?.party?.kind ?? "");
  const [party, setParty] = useState(account?.party?.name ?? "");
  const [purpose, setPurpose] = useState<Purpose | "">(account?.purpose ?? "");
  const [isOpen, setOpen] = useState(account?.isOpen ?? true);
  const create = useWrite("createLedgerAccount");
  const change = useWrite("changeLedgerAccount");
  const { error } = account === null ? create : change;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const fields = {
      code,
      name,
      type,
      currency: currency.trim() === "" ? null : currency.trim(),
      purpose: purpose === "" || ledgerPurposes[purpose].type !== type ? null : purpose,
      party: partyKind === "" || party.trim() === "" ? null : { kind: partyKind, name: party },
    };
    if (account === null) create.mutate(fields, { onSuccess: onClose });
    else change.mutate({ account: account.id, ...fields, isOpen }, { onSuccess: onClose });
  };
  const choices = (words: Readonly<Record<string, string>>) =>
    Object.entries(words).map(([value, label]) => ({ value, label }));
  return (
    <ConfirmDialog title={account === null ? "New account" : `Account ${account.code}`} onClose={onClose}>
      <form className={dialog.form} onSubmit={send}>
        <TextInput
          label="Code"
          data-autofocus
          required
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <TextInput
          label="Name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="Type"
          value={type}
          data={choices(ledgerAccountTypes)}
          onChange={(event) => setType(event.currentTarget.value as LedgerAccount["type"])}
        />
        {Object.keys(listPurposes(type)).length > 0 && (
          <NativeSelect
            label="Used for"
            description="What cash on delivery and the bank use it for."
            value={purpose}
            data={[{ value: "", label: "Nothing in particular" }, ...choices(listPurposes(type))]}
            onChange={(event) => setPurpose(event.currentTarget.value as Purpose | "")}
          />
        )}
        <TextInput
          label="Currency"
          description="Empty for every currency."
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        <NativeSelect
          label="About"
          value={partyKind}
          data={[{ value: "", label: "Nobody in particular" }, ...choices(ledgerParties)]}
          onChange={(event) => setPartyKind(event.currentTarget.value as PartyKind | "")}
        />
        {partyKind !== "" && (
          <TextInput
            label={`${ledgerParties[partyKind]} name`}
            required
            maxLength={120}
            value={party}
            onChange={(event) => setParty(event.currentTarget.value)}
          />
        )}
        {account !== null && (
          <Checkbox
            label="Open: takes entries"
            checked={isOpen}
            onChange={(event) => setOpen(event.currentTarget.checked)}
          />
        )}
        {error && (
          <p role="alert" className={dialog.problem}>
            {error.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {account === null ? "Create account" : "Save account"}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}
