import "@mantine/core/styles/Input.css";
import type { LedgerEntry, OpenedLedgerEntry } from "@console/contracts";
import { formatDate, formatInstant, formatMoney } from "@console/figures/format";
import { Button, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import dialog from "../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../blocks/confirm-dialog/confirm-dialog.tsx";
import { OrderLink } from "../../blocks/order/order-link.tsx";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import { read, useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { writeSide } from "./amounts.ts";
import { sayState } from "./entries-view.tsx";
import classes from "./ledger.module.css";
import type { LedgerSearch } from "./ledger-search.ts";
import { afresh } from "./ledger-words.ts";
import { nameAccount } from "./use-accounts.ts";
import { useLedgerAddress } from "./use-ledger-address.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 700;
type Props = { id: string; onOpen: (entry: string) => void; onClose: () => void };

/** An entry with its lines, where it stands in the chain, and what can be done with it. */
export function EntryDrawer({ id, onOpen, onClose }: Props) {
  const { data, error, refetch } = useQuery(read("getLedgerEntry", { entry: id }));
  return (
    <SideDrawer
      title={data ? `Entry ${data.number}` : "Entry"}
      closeLabel="Close the entry"
      width={760}
      onClose={onClose}
    >
      {error && !data && (
        <ReadProblem heading="h3" title="The entry could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton label="Loading the entry" lines={[60, 90, 80, 40]} />}
      {data && <Entry entry={data} onOpen={onOpen} />}
    </SideDrawer>
  );
}

function Entry({ entry, onOpen }: { entry: OpenedLedgerEntry; onOpen: Props["onOpen"] }) {
  const formats = useFormats();
  const { decision } = entry;
  const maker = entry.createdBy ?? (entry.cause === null ? null : entry.source);
  const facts: [string, string][] = [
    ["State", sayState(entry)],
    ["Posting day", formatDate(entry.postingDay, formats)],
    ...(entry.isBackDated
      ? ([["Value day", `${formatDate(entry.valueDay, formats)} (back-dated)`]] as [string, string][])
      : []),
    ...(entry.reference === null ? [] : ([["Reference", entry.reference]] as [string, string][])),
    ["Made", `${formatInstant(entry.createdAt, formats)}${maker === null ? "" : ` by ${maker}`}`],
    ...(decision === null
      ? []
      : ([
          [
            sayDecision[decision.kind],
            `${formatInstant(decision.at, formats)}${decision.by === null ? "" : ` by ${decision.by}`}`,
          ],
        ] as [string, string][])),
    ...(entry.cause === null ? ([["Key", entry.key]] as [string, string][]) : []),
    ...Object.entries(entry.rates).map(([currency, rate]): [string, string] => [
      `Rate of ${currency}`,
      `${rate} ${entry.baseCurrency ?? ""}`,
    ]),
    ["Place in the chain", `${entry.number}, ${entry.mark.slice(0, 12)}…`],
  ];
  const columns: RecordColumn<LedgerEntry["lines"][number]>[] = [
    { label: "Account", cell: (line) => nameAccount(line.account) },
    { label: "About", cell: (line) => sayParties(line) },
    {
      label: "Debit",
      isNumeric: true,
      cell: (line) => writeSide(Math.max(line.amountMinor, 0), line.currency, formats),
    },
    {
      label: "Credit",
      isNumeric: true,
      cell: (line) => writeSide(Math.max(-line.amountMinor, 0), line.currency, formats),
    },
    { label: "Currency", cell: (line) => line.currency },
    {
      label: "Due",
      cell: (line) => (line.dueDay === null ? "" : formatDate(line.dueDay, formats)),
    },
  ];
  const links = [
    ...(entry.reverses === null ? [] : [{ ...entry.reverses, label: "Open the entry that it reverses" }]),
    ...(entry.reversedBy === null ? [] : [{ ...entry.reversedBy, label: "Open its reversal" }]),
  ];
  return (
    <div className={classes.stack}>
      <p className={classes.quiet} dir="auto">
        {entry.text}
      </p>
      <dl className={classes.proof}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RecordTable
        name="Lines"
        columns={columns}
        rowKey={(line) => String(line.line)}
        tableFrom={tableFrom}
        empty={null}
        pages={wholeList(entry.lines, { isPending: false, error: null, refetch: () => {} })}
      />
      <p className={classes.quiet}>
        {entry.amounts
          .map(
            ({ currency, amountMinor }) =>
              `Debits and credits: ${formatMoney(amountMinor, currency, formats)} ${currency}`,
          )
          .join(" · ")}
      </p>
      {links.map(({ id, number, label }) => (
        <Button key={id} size="xs" variant="default" className={classes.account} onClick={() => onOpen(id)}>
          {`${label} (${number})`}
        </Button>
      ))}
      <EntryCause entry={entry} />
      {entry.order !== null && <OrderLink reference={entry.order} />}
      <EntryActs entry={entry} />
    </div>
  );
}

const sayDecision = { posted: "Posted", approved: "Approved", voided: "Voided" } as const;

function sayParties(line: LedgerEntry["lines"][number]): string {
  const { customer, supplier, driver, branch, costCenter, text } = line;
  return [customer, supplier, driver, branch, costCenter, text].filter((part) => part !== null).join(" · ");
}

/** What the reader may do with an entry, as it stands. */
function EntryActs({ entry }: { entry: LedgerEntry }) {
  const rights = useLedgerRights();
  const [asks, setAsks] = useState<"reverse" | "void" | null>(null);
  const post = useWrite("postPendingEntry");
  const approve = useWrite("approveLedgerEntry");
  const isPending = entry.state === "pending";
  const fail = (title: string) => (failure: Error) => showFailure(title, failure);
  return (
    <div className={classes.actions}>
      {isPending && !entry.needsApproval && rights.canPost && (
        <Button
          size="xs"
          loading={post.isPending}
          onClick={() => post.mutate({ entry: entry.id }, { onError: fail("Not posted") })}
        >
          Post entry
        </Button>
      )}
      {isPending && entry.needsApproval && rights.canApprove && !entry.isOwn && (
        <Button
          size="xs"
          loading={approve.isPending}
          onClick={() => approve.mutate({ entry: entry.id }, { onError: fail("Not approved") })}
        >
          Approve entry
        </Button>
      )}
      {isPending && entry.needsApproval && entry.isOwn && (
        <p className={classes.quiet}>You have made this entry. Someone else approves it.</p>
      )}
      {isPending && rights.canPost && (
        <Button size="xs" variant="default" onClick={() => setAsks("void")}>
          Void entry
        </Button>
      )}
      {entry.state === "posted" && entry.reverses === null && rights.canReverse && (
        <Button size="xs" variant="default" onClick={() => setAsks("reverse")}>
          Reverse entry
        </Button>
      )}
      {asks === "reverse" && <ReverseDialog entry={entry} onClose={() => setAsks(null)} />}
      {asks === "void" && <VoidDialog entry={entry} onClose={() => setAsks(null)} />}
    </div>
  );
}

/** What the entry was made for, and the way there where the ledger shows it. */
function EntryCause({ entry: { cause, source } }: { entry: LedgerEntry }) {
  const { go } = useLedgerAddress();
  if (cause === null) return null;
  // The id begins with that of the source.
  const own = cause.id.slice(cause.id.indexOf(" ") + 1);
  const known = causes[cause.kind];
  if (!known) return null;
  return (
    <p className={classes.quiet} dir="auto">
      {known.say(own, source)}{" "}
      {known.place && (
        <button type="button" className={classes.link} onClick={() => go({ ...afresh, ...known.place })}>
          {known.label}
        </button>
      )}
    </p>
  );
}

type Cause = { say: (own: string, source: string) => string; label?: string; place?: LedgerSearch };

const causes: Readonly<Record<string, Cause>> = {
  "source entry": { say: (own, source) => `Made for entry ${own} of ${source}.` },
  delivery: { say: (own) => `Made for delivery ${own} by a rule.` },
  "hand-in": {
    say: () => "Made for a hand-in of cash.",
    label: "Show hand-ins",
    place: { view: "cod", part: "handIns" },
  },
  deposit: {
    say: () => "Made for a deposit.",
    label: "Show deposits",
    place: { view: "cod", part: "deposits" },
  },
  payout: {
    say: () => "Made for a payout.",
    label: "Show payouts",
    place: { view: "cod", part: "payouts" },
  },
  "bank line": {
    say: () => "Made for a line of the bank.",
    label: "Show the bank",
    place: { view: "bank" },
  },
};

function ReverseDialog({ entry, onClose }: { entry: LedgerEntry; onClose: () => void }) {
  const [reason, setReason] = useState("");
  const reverse = useWrite("reverseLedgerEntry");
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    reverse.mutate({ entry: entry.id, text: reason }, { onSuccess: onClose });
  };
  return (
    <ConfirmDialog title={`Reverse entry ${entry.number}`} onClose={onClose}>
      <form className={dialog.form} onSubmit={send}>
        <p>The opposite of this entry is posted today. Both stay, linked to each other. An entry is reversed once.</p>
        <Textarea
          label="Reason"
          data-autofocus
          required
          rows={2}
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Problem error={reverse.error} />
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={reverse.isPending}>
            Reverse entry
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

function VoidDialog({ entry, onClose }: { entry: LedgerEntry; onClose: () => void }) {
  const voiding = useWrite("voidPendingEntry");
  return (
    <ConfirmDialog title={`Void entry ${entry.number}`} onClose={onClose}>
      <div className={dialog.form}>
        <p>It stays in the book and never counts. This cannot be undone.</p>
        <Problem error={voiding.error} />
        <div className={dialog.actions}>
          <Button variant="default" data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={voiding.isPending}
            onClick={() => voiding.mutate({ entry: entry.id }, { onSuccess: onClose })}
          >
            Void entry
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}

function Problem({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <p role="alert" className={dialog.problem}>
      {error.message}
    </p>
  );
}
