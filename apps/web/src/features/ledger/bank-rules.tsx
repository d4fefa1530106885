import "@mantine/core/styles/Input.css";
import type { BankRule, BankRuleTrial, LedgerAccount } from "@console/contracts";
import { countCurrencyDigits } from "@console/figures/currency";
import { formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { readAmount } from "./amounts.ts";
import { CounterFields, Problem } from "./bank-line-drawer.tsx";
import classes from "./ledger.module.css";
import { nameAccount, useAccounts } from "./use-accounts.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 900;
type PartyKind = NonNullable<BankRule["party"]>["kind"];

/** Rules that post new lines of a bank, each tried before it is switched on. */
export function BankRules({ account }: { account: LedgerAccount }) {
  const { canManage } = useLedgerRights();
  const settings = useQuery(read("getLedgerSettings", {}));
  const rules = useQuery(read("listBankRules", { account: account.id }));
  const [edited, setEdited] = useState<BankRule | "new" | null>(null);
  const [trial, setTrial] = useState<BankRuleTrial | null>(null);
  const currency = account.currency ?? settings.data?.currency;
  const columns: RecordColumn<BankRule>[] = [
    { label: "Rule", cell: ({ name }) => <bdi>{name}</bdi> },
    { label: "For lines", cell: (rule) => <Conditions rule={rule} currency={currency} /> },
    {
      label: "Posts to",
      cell: ({ counterAccount, party }) => (
        <>
          {nameAccount(counterAccount)}
          {party !== null && (
            <span className={classes.below} dir="auto">
              {party.name}
            </span>
          )}
        </>
      ),
    },
    {
      label: "State",
      cell: ({ isOn, triedAt }) => (isOn ? "On" : triedAt === null ? "Off, not tried as it is" : "Off, tried"),
    },
    ...(canManage
      ? [
          {
            label: "Change",
            cell: (rule: BankRule) => <RuleActs rule={rule} onTrial={setTrial} onEdit={() => setEdited(rule)} />,
          },
        ]
      : []),
  ];
  return (
    <>
      <p className={classes.quiet}>
        A rule that is on posts new lines of an imported file, the oldest rule first, and each line once. What may be in
        the book already is left to you.
      </p>
      {canManage && currency !== undefined && (
        <div className={classes.actions}>
          <Button size="xs" onClick={() => setEdited("new")}>
            New rule
          </Button>
        </div>
      )}
      <RecordTable
        name="Rules"
        columns={columns}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>No rules for this account yet.</p>}
        pages={wholeList(rules.data?.items, rules)}
      />
      {edited !== null && currency !== undefined && (
        <RuleForm
          account={account}
          currency={currency}
          rule={edited === "new" ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {trial && <Trial trial={trial} onClose={() => setTrial(null)} />}
    </>
  );
}

function Conditions({ rule, currency }: { rule: BankRule; currency: string | undefined }) {
  const formats = useFormats();
  const write = (minor: number) => (currency === undefined ? String(minor) : formatMoney(minor, currency, formats));
  const words = [
    ...(rule.direction === null ? [] : [rule.direction === "in" ? "money in" : "money out"]),
    ...(rule.textContains === null ? [] : [`text has “${rule.textContains}”`]),
    ...(rule.counterpartyContains === null ? [] : [`counterparty has “${rule.counterpartyContains}”`]),
    ...(rule.leastMinor === null ? [] : [`from ${write(rule.leastMinor)}`]),
    ...(rule.mostMinor === null ? [] : [`up to ${write(rule.mostMinor)}`]),
  ];
  return <span dir="auto">{words.join(", ")}</span>;
}

type ActsProps = { rule: BankRule; onTrial: (trial: BankRuleTrial) => void; onEdit: () => void };

function RuleActs({ rule, onTrial, onEdit }: ActsProps) {
  const attempt = useWrite("tryBankRule");
  const turn = useWrite("switchBankRule");
  const remove = useWrite("removeBankRule");
  const fail = (failure: Error) => showFailure("Not changed", failure);
  const button = (label: string, isBusy: boolean, act: () => void) => (
    <Button size="compact-xs" variant="default" loading={isBusy} aria-label={`${label}: ${rule.name}`} onClick={act}>
      {label}
    </Button>
  );
  return (
    <div className={classes.actions}>
      {button("Try", attempt.isPending, () => attempt.mutate({ rule: rule.id }, { onSuccess: onTrial, onError: fail }))}
      {(rule.isOn || rule.triedAt !== null) &&
        button(rule.isOn ? "Switch off" : "Switch on", turn.isPending, () =>
          turn.mutate({ rule: rule.id, isOn: !rule.isOn }, { onError: fail }),
        )}
      {button("Change", false, onEdit)}
      {button("Remove", remove.isPending, () => remove.mutate({ rule: rule.id }, { onError: fail }))}
    </div>
  );
}

function Trial({ trial, onClose }: { trial: BankRuleTrial; onClose: () => void }) {
  const formats = useFormats();
  type Line = BankRuleTrial["items"][number];
  const columns: RecordColumn<Line>[] = [
    { label: "Day", cell: ({ day }) => formatDate(day, formats) },
    { label: "Text", cell: ({ text }) => <span dir="auto">{text}</span> },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ amountMinor, currency }) => `${formatMoney(amountMinor, currency, formats)} ${currency}`,
    },
    { label: "Now", cell: ({ state }) => ({ open: "To match", matched: "Matched", explained: "Explained" })[state] },
  ];
  return (
    <SideDrawer title={`Trial of ${trial.rule.name}`} closeLabel="Close the trial" width={760} onClose={onClose}>
      <div className={classes.stack}>
        <p className={classes.quiet}>
          {`It fits ${formatCounted(trial.fits, "line", formats)} of the ${trial.lines} since ${formatDate(trial.from, formats)}. Nothing was posted.`}
        </p>
        {trial.sums.map(({ currency, amountMinor }) => (
          <p key={currency} className={classes.quiet}>
            {`In sum ${formatMoney(amountMinor, currency, formats)} ${currency}.`}
          </p>
        ))}
        <RecordTable
          name="Lines that fit"
          columns={columns}
          rowKey={({ id }) => id}
          tableFrom={tableFrom}
          empty={<p className={classes.quiet}>No line of these days fits.</p>}
          pages={wholeList(trial.items, { isPending: false, error: null, refetch: onClose })}
        />
        {trial.fits > trial.items.length && (
          <p className={classes.quiet}>{`The newest ${trial.items.length} are shown.`}</p>
        )}
      </div>
    </SideDrawer>
  );
}

type FormProps = { account: LedgerAccount; currency: string; rule: BankRule | null; onClose: () => void };

function RuleForm({ account, currency, rule, onClose }: FormProps) {
  const accounts = useAccounts();
  const writeMinor = (minor: number | null) =>
    minor === null ? "" : String(minor / 10 ** countCurrencyDigits(currency));
  const [name, setName] = useState(rule?.name ?? "");
  const [textContains, setTextContains] = useState(rule?.textContains ?? "");
  const [counterpartyContains, setCounterparty] = useState(rule?.counterpartyContains ?? "");
  const [direction, setDirection] = useState<"in" | "out" | "">(rule?.direction ?? "");
  const [least, setLeast] = useState(writeMinor(rule?.leastMinor ?? null));
  const [most, setMost] = useState(writeMinor(rule?.mostMinor ?? null));
  const [counterAccount, setCounterAccount] = useState(rule?.counterAccount.id ?? "");
  const [partyKind, setPartyKind] = useState<PartyKind | "">(rule?.party?.kind ?? "");
  const [party, setParty] = useState(rule?.party?.name ?? "");
  const [entryText, setEntryText] = useState(rule?.entryText ?? "");
  const create = useWrite("createBankRule");
  const change = useWrite("changeBankRule");
  const isWrong = (text: string) => text.trim() !== "" && readAmount(text, currency) === null;
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isWrong(least) || isWrong(most)) return;
    const content = {
      name,
      textContains: textContains.trim() || null,
      counterpartyContains: counterpartyContains.trim() || null,
      direction: direction || null,
      leastMinor: readAmount(least, currency),
      mostMinor: readAmount(most, currency),
      counterAccount,
      party: partyKind === "" || party.trim() === "" ? null : { kind: partyKind, name: party },
      entryText: entryText.trim() || null,
    };
    if (rule === null) create.mutate({ account: account.id, ...content }, { onSuccess: onClose });
    else change.mutate({ rule: rule.id, ...content }, { onSuccess: onClose });
  };
  const amountField = (label: string, value: string, onValue: (text: string) => void) => (
    <TextInput
      label={`${label}, in ${currency}`}
      inputMode="decimal"
      value={value}
      error={isWrong(value) ? "Give an amount such as 10,000." : undefined}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  );
  return (
    <SideDrawer
      title={rule === null ? "New rule" : `Rule ${rule.name}`}
      closeLabel="Close the rule"
      width={560}
      onClose={onClose}
    >
      <form className={classes.form} onSubmit={send}>
        <TextInput
          label="Name"
          data-autofocus
          required
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Text contains"
          maxLength={120}
          value={textContains}
          onChange={(event) => setTextContains(event.currentTarget.value)}
        />
        <TextInput
          label="Counterparty contains"
          maxLength={120}
          value={counterpartyContains}
          onChange={(event) => setCounterparty(event.currentTarget.value)}
        />
        <NativeSelect
          label="Direction"
          value={direction}
          data={[
            { value: "", label: "In and out" },
            { value: "in", label: "Money in" },
            { value: "out", label: "Money out" },
          ]}
          onChange={(event) => setDirection(event.currentTarget.value as "in" | "out" | "")}
        />
        {amountField("Least amount", least, setLeast)}
        {amountField("Most amount", most, setMost)}
        <CounterFields
          accounts={(accounts.data ?? []).filter(({ id, isOpen }) => isOpen && id !== account.id)}
          counterAccount={counterAccount}
          partyKind={partyKind}
          party={party}
          onCounterAccount={setCounterAccount}
          onPartyKind={setPartyKind}
          onParty={setParty}
        />
        <TextInput
          label="Text of the entry"
          description="That of the bank when empty."
          maxLength={300}
          value={entryText}
          onChange={(event) => setEntryText(event.currentTarget.value)}
        />
        <Problem error={create.error ?? change.error} />
        <div className={classes.actions}>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {rule === null ? "Create rule" : "Save rule"}
          </Button>
        </div>
      </form>
    </SideDrawer>
  );
}
