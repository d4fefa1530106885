import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { BankBookLine, BankLine, LedgerAccount } from "@console/contracts";
import { ledgerParties } from "@console/contracts/ledger-words";
import { formatDate, formatMoney } from "@console/figures/format";
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type SyntheticEvent, useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./ledger.module.css";
import { nameAccount, useAccounts } from "./use-accounts.ts";

const tableFrom = 760;
const ways = { match: "Match with the book", post: "Post the missing entry", explain: "Explain it" } as const;
type Way = keyof typeof ways;
type Props = { line: BankLine; account: LedgerAccount; onClose: () => void };
type PartyKind = keyof typeof ledgerParties;

/** What is done about a line of the bank: it is matched, posted or explained. */
export function BankLineDrawer({ line, account, onClose }: Props) {
  const formats = useFormats();
  const [way, setWay] = useState<Way>("match");
  const facts: [string, string][] = [
    ["Day", formatDate(line.day, formats)],
    ["Amount", `${formatMoney(line.amountMinor, line.currency, formats)} ${line.currency}`],
    ...(line.reference === null ? [] : ([["Reference", line.reference]] as [string, string][])),
    ...(line.counterparty === null ? [] : ([["Counterparty", line.counterparty]] as [string, string][])),
    ["File", `${line.fileName}, row ${line.row}`],
  ];
  return (
    <SideDrawer title="Line of the bank" closeLabel="Close the line" width={860} onClose={onClose}>
      <div className={classes.stack}>
        <p className={classes.quiet} dir="auto">
          {line.text}
        </p>
        <dl className={classes.proof}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        {line.note !== null && <p className={classes.quiet}>{line.note}</p>}
        <NativeSelect
          label="What it is"
          className={classes.account}
          data-autofocus
          value={way}
          data={Object.entries(ways).map(([value, label]) => ({ value, label }))}
          onChange={(event) => setWay(event.currentTarget.value as Way)}
        />
        {way === "match" && <MatchForm line={line} account={account} onDone={onClose} />}
        {way === "post" && <PostForm line={line} account={account} onDone={onClose} />}
        {way === "explain" && <ExplainForm line={line} onDone={onClose} />}
      </div>
    </SideDrawer>
  );
}

const keyFor = ({ entry, line }: { entry: string; line: number }) => `${entry} ${line}`;

function MatchForm({ line, account, onDone }: { line: BankLine; account: LedgerAccount; onDone: () => void }) {
  const formats = useFormats();
  const [chosen, setChosen] = useState<Readonly<Record<string, BankBookLine>>>({});
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 300);
  const match = useWrite("matchBankLine");
  const pages = usePages("listBankOutstanding", {
    account: account.id,
    currency: line.currency,
    near: line.day,
    ...(q !== "" && { q }),
  });
  const lines = Object.values(chosen);
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0);
  const write = (minor: number) => `${formatMoney(minor, line.currency, formats)} ${line.currency}`;
  const send = (own: readonly BankBookLine[]) =>
    match.mutate(
      { bankLine: line.id, lines: own.map(({ entry, line: number }) => ({ entry, line: number })) },
      { onSuccess: onDone },
    );
  const columns: RecordColumn<BankBookLine>[] = [
    {
      label: "Match",
      cell: (own) => (
        <Checkbox
          aria-label={`Match entry ${own.number}, line ${own.line}`}
          checked={Object.hasOwn(chosen, keyFor(own))}
          onChange={(event) => {
            const isChosen = event.currentTarget.checked;
            setChosen((now) => {
              const { [keyFor(own)]: _left, ...others } = now;
              return isChosen ? { ...others, [keyFor(own)]: own } : others;
            });
          }}
        />
      ),
    },
    { label: "Day", cell: ({ postingDay }) => formatDate(postingDay, formats) },
    { label: "Entry", cell: ({ number }) => number },
    {
      label: "Text",
      cell: ({ text, reference }) => (
        <>
          <span dir="auto">{text}</span>
          {reference !== null && <span className={classes.below}>{reference}</span>}
        </>
      ),
    },
    { label: "Amount", isNumeric: true, cell: ({ amountMinor }) => write(amountMinor) },
  ];
  return (
    <section className={classes.stack} aria-label={ways.match}>
      {line.suggestions.map((suggestion) => (
        <div key={suggestion.lines.map(keyFor).join()} className={classes.actions}>
          <p className={classes.quiet}>
            {`${suggestion.reason}: ${suggestion.lines.map(({ number }) => `entry ${number}`).join(", ")}`}
          </p>
          <Button size="compact-xs" loading={match.isPending} onClick={() => send(suggestion.lines)}>
            Accept
          </Button>
        </div>
      ))}
      <TextInput
        size="xs"
        label="Search the book"
        placeholder="Text, reference or number"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button
          size="xs"
          loading={match.isPending}
          disabled={lines.length === 0 || sum !== line.amountMinor}
          onClick={() => send(lines)}
        >
          Match lines
        </Button>
        <p className={classes.quiet} role="status">
          {lines.length === 0
            ? "Choose the lines of the book that it is."
            : sum === line.amountMinor
              ? "The chosen lines sum up to it."
              : `Chosen: ${write(sum)} of ${write(line.amountMinor)}.`}
        </p>
      </div>
      <Problem error={match.error} />
      <RecordTable
        name="Lines of the book"
        columns={columns}
        rowKey={keyFor}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>No line of the book waits for the bank.</p>}
        pages={pages}
      />
    </section>
  );
}

function PostForm({ line, account, onDone }: { line: BankLine; account: LedgerAccount; onDone: () => void }) {
  const accounts = useAccounts();
  const [counterAccount, setCounterAccount] = useState("");
  const [partyKind, setPartyKind] = useState<PartyKind | "">("");
  const [party, setParty] = useState("");
  const [text, setText] = useState(line.text.slice(0, 300));
  const post = useWrite("postBankLine");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    post.mutate(
      {
        bankLine: line.id,
        counterAccount,
        party: partyKind === "" || party.trim() === "" ? null : { kind: partyKind, name: party },
        ...(text.trim() !== "" && { text }),
      },
      { onSuccess: onDone },
    );
  };
  return (
    <form className={classes.form} onSubmit={send} aria-label={ways.post}>
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
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Problem error={post.error} />
      <div className={classes.actions}>
        <Button type="submit" loading={post.isPending}>
          Post entry
        </Button>
      </div>
    </form>
  );
}

type CounterProps = {
  accounts: readonly LedgerAccount[];
  counterAccount: string;
  partyKind: PartyKind | "";
  party: string;
  onCounterAccount: (account: string) => void;
  onPartyKind: (kind: PartyKind | "") => void;
  onParty: (party: string) => void;
};

/** The other side of an entry: an account, and whom it is about. */
export function CounterFields(props: CounterProps) {
  const { accounts, counterAccount, partyKind, party } = props;
  return (
    <>
      <NativeSelect
        label="Account on the other side"
        required
        value={counterAccount}
        data={[
          { value: "", label: "Choose an account" },
          ...accounts.map(({ id, ...names }) => ({ value: id, label: nameAccount(names) })),
        ]}
        onChange={(event) => props.onCounterAccount(event.currentTarget.value)}
      />
      <NativeSelect
        label="About"
        value={partyKind}
        data={[
          { value: "", label: "Nobody in particular" },
          ...Object.entries(ledgerParties).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => props.onPartyKind(event.currentTarget.value as PartyKind | "")}
      />
      {partyKind !== "" && (
        <TextInput
          label={`${ledgerParties[partyKind]} name`}
          required
          maxLength={120}
          value={party}
          onChange={(event) => props.onParty(event.currentTarget.value)}
        />
      )}
    </>
  );
}

function ExplainForm({ line, onDone }: { line: BankLine; onDone: () => void }) {
  const [text, setText] = useState("");
  const explain = useWrite("explainBankLine");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    explain.mutate({ bankLine: line.id, text }, { onSuccess: onDone });
  };
  return (
    <form className={classes.form} onSubmit={send} aria-label={ways.explain}>
      <Textarea
        label="Why it needs no entry"
        description="The line leaves the queue. The explanation can be taken back."
        required
        rows={2}
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Problem error={explain.error} />
      <div className={classes.actions}>
        <Button type="submit" loading={explain.isPending}>
          Explain line
        </Button>
      </div>
    </form>
  );
}

export function Problem({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className={classes.problem}>
      {error.message}
    </p>
  );
}
