import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { LedgerOpenItem, LedgerSettlement, LedgerStatement, RouteInput, Routes } from "@console/contracts";
import { type FormatChoices, formatDate, formatInstant, formatMoney } from "@console/figures/format";
import { Button, Checkbox, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { callApi } from "../../lib/api.ts";
import { useWrite } from "../../lib/queries.ts";
import { showFailure } from "../../lib/show-failure.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { writeBalance } from "./amounts.ts";
import classes from "./ledger.module.css";
import { useLedgerAddress } from "./use-ledger-address.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

const tableFrom = 760;
type Question = RouteInput<Routes["getLedgerStatement"]>;

/** Whether settled lines are shown; no balance depends on it. */
export function OpenItemsField() {
  const { query, go } = useLedgerAddress();
  return (
    <NativeSelect
      size="xs"
      label="Show"
      value={query.openOnly ?? ""}
      data={[
        { value: "", label: "All items" },
        { value: "1", label: "Open items only" },
      ]}
      onChange={(event) => go({ openOnly: event.currentTarget.value === "1" ? "1" : undefined, page: undefined })}
    />
  );
}

/** What of a line is open; nothing where it was settled. */
export function writeOpen(
  { openMinor }: Pick<LedgerStatement["items"][number], "openMinor">,
  currency: string,
  formats: FormatChoices,
): string {
  return openMinor === null ? "" : openMinor === 0 ? "Settled" : writeBalance(openMinor, currency, formats);
}

/** Opens what can be settled on the account of a statement. */
export function SettleLines({ question, statement }: { question: Question; statement: LedgerStatement }) {
  const [isOpen, setOpen] = useState(false);
  const { account, currency, items } = statement;
  if (!account || items.every(({ openMinor }) => openMinor === null)) return null;
  const { customer, supplier, driver, branch } = question;
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Open items
      </Button>
      {isOpen && (
        <SideDrawer
          title={`Open items of ${account.name}`}
          closeLabel="Close the open items"
          width={860}
          onClose={() => setOpen(false)}
        >
          <OpenItems
            scope={{
              account: account.id,
              currency,
              ...(customer !== undefined && { customer }),
              ...(supplier !== undefined && { supplier }),
              ...(driver !== undefined && { driver }),
              ...(branch !== undefined && { branch }),
            }}
          />
        </SideDrawer>
      )}
    </>
  );
}

type Scope = {
  account: string;
  currency: string;
  customer?: string;
  supplier?: string;
  driver?: string;
  branch?: string;
};
const keyFor = ({ entry, line }: { entry: string; line: number }) => `${entry} ${line}`;

/** Lines that are not settled: those that are chosen settle each other. */
function OpenItems({ scope }: { scope: Scope }) {
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const pages = usePages("listLedgerOpenItems", { ...scope, limit: 100 });
  const settle = useWrite("settleLedgerLines");
  const [chosen, setChosen] = useState<Readonly<Record<string, LedgerOpenItem>>>({});
  const { currency } = scope;
  const parts = settleOldest(Object.values(chosen));
  const settled = parts.reduce((sum, { amountMinor }) => sum + Math.max(0, amountMinor), 0);
  const choose = (item: LedgerOpenItem, isChosen: boolean) =>
    setChosen((now) => {
      const { [keyFor(item)]: _left, ...others } = now;
      return isChosen ? { ...others, [keyFor(item)]: item } : others;
    });
  const suggest = async () => {
    try {
      const { parts: suggested } = await callApi("suggestLedgerSettlement", scope);
      setChosen(Object.fromEntries(suggested.map((item) => [keyFor(item), item])));
      if (suggested.length > 0) return;
      showToast({
        type: "info",
        title: "Nothing to settle",
        message: "There are no open debits and credits together.",
      });
    } catch (failure) {
      showFailure("No suggestion", failure);
    }
  };
  const send = () =>
    settle.mutate(
      { account: scope.account, currency, parts },
      {
        onSuccess: () => {
          setChosen({});
          showToast({ type: "success", title: "Settled", message: "No balance has changed." });
        },
        onError: (failure) => showFailure("Not settled", failure),
      },
    );
  const columns: RecordColumn<LedgerOpenItem>[] = [
    ...(canPost
      ? [
          {
            label: "Settle",
            cell: (item: LedgerOpenItem) => (
              <Checkbox
                aria-label={`Settle entry ${item.number}, line ${item.line}`}
                checked={Object.hasOwn(chosen, keyFor(item))}
                onChange={(event) => choose(item, event.currentTarget.checked)}
              />
            ),
          },
        ]
      : []),
    { label: "Day", cell: ({ postingDay }) => formatDate(postingDay, formats) },
    { label: "Entry", cell: ({ number }) => number },
    {
      label: "Text",
      cell: ({ text, party }) => (
        <>
          <span dir="auto">{text}</span>
          {party !== null && (
            <span className={classes.below} dir="auto">
              {party}
            </span>
          )}
        </>
      ),
    },
    { label: "Amount", isNumeric: true, cell: ({ amountMinor }) => writeBalance(amountMinor, currency, formats) },
    { label: "Open", isNumeric: true, cell: ({ openMinor }) => writeBalance(openMinor, currency, formats) },
  ];
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>
        Debits and credits that belong together settle each other, the oldest first, as far as both go. Nothing is
        deleted, and no balance changes.
      </p>
      {canPost && (
        <div className={classes.actions}>
          <Button size="xs" variant="default" onClick={() => void suggest()}>
            Suggest oldest first
          </Button>
          <Button size="xs" loading={settle.isPending} disabled={parts.length < 2} onClick={send}>
            Settle lines
          </Button>
          <p className={classes.quiet} role="status">
            {parts.length >= 2
              ? `${formatMoney(settled, currency, formats)} ${currency} are settled on each side.`
              : "Choose a debit and a credit."}
          </p>
        </div>
      )}
      <RecordTable
        name="Open items"
        columns={columns}
        rowKey={keyFor}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>Nothing is open here.</p>}
        pages={pages}
      />
      <Settlements account={scope.account} />
    </div>
  );
}

/** How much of each chosen line is settled: debits and credits in the order of the book, as far as both go. */
function settleOldest(items: readonly LedgerOpenItem[]) {
  const sorted = [...items].sort(
    (one, other) => one.postingDay.localeCompare(other.postingDay) || one.number - other.number,
  );
  const sum = (sign: number) => sorted.reduce((total, { openMinor }) => total + Math.max(0, sign * openMinor), 0);
  const both = Math.min(sum(1), sum(-1));
  const left = { debit: both, credit: both };
  return sorted.flatMap(({ entry, line, openMinor }) => {
    const side = openMinor > 0 ? "debit" : "credit";
    const amount = Math.min(Math.abs(openMinor), left[side]);
    left[side] -= amount;
    return amount === 0 ? [] : [{ entry, line, amountMinor: Math.sign(openMinor) * amount }];
  });
}

/** What was settled, with a way back. */
function Settlements({ account }: { account: string }) {
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const pages = usePages("listLedgerSettlements", { account, limit: 20 });
  const undo = useWrite("undoLedgerSettlement");
  const columns: RecordColumn<LedgerSettlement>[] = [
    {
      label: "Settled",
      cell: ({ createdAt, createdBy }) =>
        `${formatInstant(createdAt, formats)}${createdBy === null ? "" : ` by ${createdBy}`}`,
    },
    { label: "Entries", cell: ({ lines }) => lines.map(({ number }) => number).join(", ") },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ lines, currency }) => {
        const amount = lines.reduce((sum, { amountMinor }) => sum + Math.max(0, amountMinor), 0);
        return `${formatMoney(amount, currency, formats)} ${currency}`;
      },
    },
    {
      label: "State",
      cell: ({ id, undoneAt, undoneBy }) =>
        undoneAt !== null ? (
          `Undone${undoneBy === null ? "" : ` by ${undoneBy}`}`
        ) : canPost ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={undo.isPending && undo.variables?.settlement === id}
            onClick={() =>
              undo.mutate({ settlement: id }, { onError: (failure) => showFailure("Not undone", failure) })
            }
          >
            Undo
          </Button>
        ) : (
          "Stands"
        ),
    },
  ];
  if (pages.items.length === 0) return null;
  return (
    <section className={classes.stack} aria-label="Settlements">
      <h3 className={classes.heading}>Settlements</h3>
      <RecordTable
        name="Settlements"
        columns={columns}
        rowKey={({ id }) => id}
        tableFrom={tableFrom}
        empty={null}
        pages={pages}
      />
    </section>
  );
}
