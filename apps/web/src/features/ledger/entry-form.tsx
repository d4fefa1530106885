import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { LedgerAccount, LedgerEntry } from "@console/contracts";
import { ledgerParties, mostLedgerLines } from "@console/contracts/ledger-words";
import { formatMoney } from "@console/figures/format";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { ApiError } from "../../lib/api.ts";
import { read, useWrite } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { readAmount } from "./amounts.ts";
import classes from "./ledger.module.css";
import { nameAccount, useAccounts } from "./use-accounts.ts";

type Props = { onClose: () => void; onPosted: (entry: LedgerEntry) => void };
type Line = { id: number; account: string; debit: string; credit: string; party: string; dueDay: string };
const newLine = (id: number): Line => ({ id, account: "", debit: "", credit: "", party: "", dueDay: "" });

/** Whose amounts stand on an account, where what is open has a day that it is due on. */
const openParties: Partial<Record<LedgerAccount["type"], "customer" | "supplier">> = {
  receivable: "customer",
  payable: "supplier",
};

/** Posts an entry by hand: debits and credits that balance, to open accounts. */
export function EntryForm({ onClose, onPosted }: Props) {
  const accounts = useAccounts();
  const settings = useQuery(read("getLedgerSettings", {}));
  return (
    <SideDrawer title="New entry" closeLabel="Close the form" width={760} onClose={onClose}>
      {accounts.data && settings.data ? (
        <Form accounts={accounts.data} currency={settings.data.currency} onPosted={onPosted} />
      ) : (
        <Skeleton label="Loading the accounts" lines={[60, 90, 80]} />
      )}
    </SideDrawer>
  );
}

type FormProps = { accounts: readonly LedgerAccount[]; currency: string; onPosted: Props["onPosted"] };

function Form({ accounts, currency: base, onPosted }: FormProps) {
  const formats = useFormats();
  const open = accounts.filter(({ isOpen }) => isOpen);
  // One key for one form: sent twice, it is one entry.
  const [key] = useState(() => `form-${crypto.randomUUID()}`);
  const [text, setText] = useState("");
  const [reference, setReference] = useState("");
  const [valueDay, setValueDay] = useState("");
  const [currency, setCurrency] = useState(base);
  const [rate, setRate] = useState("");
  const [isPending, setPending] = useState(false);
  const [lines, setLines] = useState<Line[]>(() => [0, 1].map(newLine));
  const [problem, setProblem] = useState<string | null>(null);
  const post = useWrite("postLedgerEntry");
  const change = (id: number, part: Partial<Line>) =>
    setLines((now) => now.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const amounts = lines.map((line) => readLine(line, currency));
  const sum = amounts.reduce((total: number, amount) => total + (amount ?? 0), 0);
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    const wrong = findProblem(lines, amounts, sum, currency);
    setProblem(wrong);
    if (wrong !== null) return;
    post.mutate(
      {
        key,
        text,
        reference: reference.trim() === "" ? null : reference,
        ...(valueDay !== "" && { valueDay }),
        ...(currency !== base && rate.trim() !== "" && { rates: { [currency]: rate } }),
        isPending,
        lines: lines.map((line, place) => ({
          account: line.account,
          currency,
          amountMinor: amounts[place] ?? 0,
          ...readParty(line, open),
        })),
      },
      { onSuccess: onPosted },
    );
  };
  return (
    <form className={classes.form} onSubmit={send}>
      <TextInput
        label="Text"
        data-autofocus
        required
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <TextInput
          label="Reference"
          maxLength={120}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Value day"
          description="Today when empty."
          value={valueDay}
          onChange={(event) => setValueDay(event.currentTarget.value)}
        />
      </div>
      <div className={classes.actions}>
        <TextInput
          label="Currency"
          maxLength={3}
          value={currency}
          onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
        />
        {currency !== base && (
          <TextInput
            label={`${base} for 1 ${currency}`}
            description="Without a rate the entry is in no figure of the reports."
            inputMode="decimal"
            value={rate}
            onChange={(event) => setRate(event.currentTarget.value)}
          />
        )}
      </div>
      {lines.map((line, place) => (
        <fieldset key={line.id} className={classes.line} aria-label={`Line ${place + 1}`}>
          <NativeSelect
            label="Account"
            required
            value={line.account}
            data={[
              { value: "", label: "Choose an account" },
              ...open.map((account) => ({ value: account.id, label: nameAccount(account) })),
            ]}
            onChange={(event) => change(line.id, { account: event.currentTarget.value })}
          />
          <TextInput
            label="Debit"
            inputMode="decimal"
            value={line.debit}
            onChange={(event) => change(line.id, { debit: event.currentTarget.value, credit: "" })}
          />
          <TextInput
            label="Credit"
            inputMode="decimal"
            value={line.credit}
            onChange={(event) => change(line.id, { credit: event.currentTarget.value, debit: "" })}
          />
          {lines.length > 2 && (
            <Button
              variant="subtle"
              color="gray"
              aria-label={`Remove line ${place + 1}`}
              onClick={() => setLines((now) => now.filter(({ id }) => id !== line.id))}
            >
              Remove
            </Button>
          )}
          <PartyFields line={line} accounts={open} onChange={(part) => change(line.id, part)} />
        </fieldset>
      ))}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          disabled={lines.length >= mostLedgerLines}
          onClick={() => setLines((now) => [...now, newLine(Math.max(...now.map(({ id }) => id)) + 1)])}
        >
          Add line
        </Button>
        <p className={classes.quiet} role="status">
          {sum === 0
            ? amounts.some((amount) => amount !== null) && "Debits and credits balance."
            : `${sum > 0 ? "Debits" : "Credits"} are ${sayMoney(Math.abs(sum), currency, formats)} higher.`}
        </p>
      </div>
      <Checkbox
        label="Keep it pending: it counts once it is posted"
        checked={isPending}
        onChange={(event) => setPending(event.currentTarget.checked)}
      />
      {(problem ?? post.error) && (
        <p role="alert" className={classes.problem}>
          {problem ?? sayFailure(post.error)}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={post.isPending}>
          {isPending ? "Save as pending" : "Post entry"}
        </Button>
      </div>
    </form>
  );
}

type PartyProps = { line: Line; accounts: readonly LedgerAccount[]; onChange: (part: Partial<Line>) => void };

/** With whom an amount is open, and until when. */
function PartyFields({ line, accounts, onChange }: PartyProps) {
  const account = accounts.find(({ id }) => id === line.account);
  const kind = account && openParties[account.type];
  if (!kind) return null;
  return (
    <div className={classes.party}>
      <TextInput
        label={ledgerParties[kind]}
        maxLength={120}
        placeholder={account.party?.kind === kind ? account.party.name : undefined}
        value={line.party}
        onChange={(event) => onChange({ party: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="Due day"
        value={line.dueDay}
        onChange={(event) => onChange({ dueDay: event.currentTarget.value })}
      />
    </div>
  );
}

/** What a line says of its party, where its account is about one. */
function readParty({ account: id, party, dueDay }: Line, accounts: readonly LedgerAccount[]) {
  const account = accounts.find((one) => one.id === id);
  const kind = account && openParties[account.type];
  if (!kind) return {};
  return {
    ...(party.trim() !== "" && { [kind]: party }),
    ...(dueDay !== "" && { dueDay }),
  };
}

const isCode = (currency: string) => /^[A-Z]{3}$/.test(currency);

function sayMoney(minor: number, currency: string, formats: Parameters<typeof formatMoney>[2]): string {
  return isCode(currency) ? `${formatMoney(minor, currency, formats)} ${currency}` : "";
}

/** The amount of a line with its sign; null where none is written, or one that is no amount. */
function readLine({ debit, credit }: Line, currency: string): number | null {
  if (!isCode(currency)) return null;
  const text = debit === "" ? credit : debit;
  const amount = readAmount(text, currency);
  if (amount === null || amount === 0) return null;
  return debit === "" ? -amount : amount;
}

function findProblem(
  lines: readonly Line[],
  amounts: readonly (number | null)[],
  sum: number,
  currency: string,
): string | null {
  if (!isCode(currency)) return "Give the three letters of a currency, such as USD.";
  const empty = lines.findIndex(({ account }) => account === "");
  if (empty >= 0) return `Choose the account of line ${empty + 1}.`;
  const wrong = amounts.indexOf(null);
  if (wrong >= 0) return `Give line ${wrong + 1} an amount such as 1,250.50, as a debit or as a credit.`;
  return sum === 0 ? null : "The entry does not balance.";
}

function sayFailure(error: Error | null): string {
  if (error instanceof ApiError && error.fields) return Object.values(error.fields).join(" ");
  return error?.message ?? "";
}
