import "@mantine/core/styles/Input.css";
import type { LedgerStatement, RouteInput, Routes } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { StaleNote } from "../../blocks/states/stale-note.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { writeBalance, writeSide } from "./amounts.ts";
import { DayField } from "./day-field.tsx";
import classes from "./ledger.module.css";
import { ledgerViews, statementOrders, statementSides } from "./ledger-words.ts";
import { OpenItemsField, SettleLines, writeOpen } from "./open-items.tsx";
import { Pager } from "./pager.tsx";
import { SaveStatement } from "./save-statement.tsx";
import { StatementFile } from "./statement-file.tsx";
import { StatementMonths } from "./statement-months.tsx";
import { chooseScope, StatementScope } from "./statement-scope.tsx";
import { TextCell } from "./text-cell.tsx";
import { nameAccount, useAccounts } from "./use-accounts.ts";
import { type LedgerQuery, useLedgerAddress } from "./use-ledger-address.ts";
import { useLedgerRights } from "./use-ledger-rights.ts";

type Line = LedgerStatement["items"][number];
type Question = RouteInput<Routes["getLedgerStatement"]>;
const tableFrom = 1000;

/** The lines of an account with what it stood at after each; which of them are shown changes no balance. */
export function StatementView() {
  const { query, go } = useLedgerAddress();
  const accounts = useAccounts();
  const { canPost } = useLedgerRights();
  const scope = chooseScope(query, accounts.data?.[0]?.id);
  if (accounts.error && !accounts.data) {
    return (
      <ReadProblem title="The accounts could not be loaded" error={accounts.error} onRetry={() => accounts.refetch()} />
    );
  }
  if (!accounts.data) return <ShapedSkeleton label="Loading the accounts" shape="list" />;
  if (accounts.data.length === 0) {
    return (
      <EmptyState
        title="No accounts yet"
        message="A statement needs an account. Add the accounts of your book first."
        actions={
          canPost && (
            <Button onClick={() => go({ view: "accounts" })}>{`Go to ${ledgerViews.accounts.toLowerCase()}`}</Button>
          )
        }
      />
    );
  }
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <StatementScope accounts={accounts.data} account={scope?.account} />
        <DayField label="From" value={query.from} onChange={(from) => go({ from, page: undefined })} />
        <DayField label="To" first={query.from} value={query.to} onChange={(to) => go({ to, page: undefined })} />
        <NativeSelect
          size="xs"
          label="Lines"
          value={query.side ?? ""}
          data={[
            { value: "", label: "All lines" },
            ...Object.entries(statementSides).map(([value, label]) => ({ value, label })),
          ]}
          onChange={(event) =>
            go({ side: (event.currentTarget.value || undefined) as LedgerQuery["side"], page: undefined })
          }
        />
        <OpenItemsField />
        <SearchField key={query.view} text={query.q} onText={(q) => go({ q, page: undefined }, { isReplaced: true })} />
      </div>
      {scope === null ? (
        <p className={classes.quiet}>Choose a name to see its statement.</p>
      ) : (
        <Statement
          question={{ ...scope, ...chooseLines(query) }}
          scope={{ ...scope, ...chooseDays(query) }}
          isFiltered={Boolean(query.q || query.side || query.openOnly)}
        />
      )}
    </div>
  );
}

const chooseDays = ({ from, to }: LedgerQuery) => ({
  ...(from !== undefined && { from }),
  // The address names the last day, as people do.
  ...(to !== undefined && { to: addDays(to, 1) }),
});

/** Which lines of a statement are asked for, and in which order. */
const chooseLines = (query: LedgerQuery) => ({
  ...chooseDays(query),
  ...(query.q !== undefined && { q: query.q }),
  ...(query.side !== undefined && { side: query.side }),
  ...(query.openOnly !== undefined && { openOnly: query.openOnly }),
  ...(query.order !== undefined && { order: query.order }),
  page: readPage(query.page),
});

/** The page of the address; the first where it names none that the server knows. */
const readPage = (text = "") => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1);

function SearchField({ text, onText }: { text: string | undefined; onText: (text: string | undefined) => void }) {
  const [typed, setTyped] = useState(text ?? "");
  const tell = useDebouncedCallback((next: string) => onText(next.trim() || undefined), 300);
  return (
    <TextInput
      size="xs"
      label="Search"
      placeholder="Text, reference or number"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value);
      }}
    />
  );
}

type StatementProps = {
  question: Question;
  scope: RouteInput<Routes["getLedgerStatementMonths"]>;
  isFiltered: boolean;
};

function Statement({ question, scope, isFiltered }: StatementProps) {
  const { go } = useLedgerAddress();
  const formats = useFormats();
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...read("getLedgerStatement", question),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <ShapedSkeleton label="Loading the statement" shape="list" />;
  if (!data) {
    return (
      <ReadProblem
        title="The statement could not be loaded"
        error={error ?? new Error("No answer.")}
        onRetry={() => void refetch()}
      />
    );
  }
  const columns: RecordColumn<Line>[] = [
    { label: "Day", cell: (line) => <Days line={line} /> },
    {
      label: "Entry",
      cell: (line) => (
        <button type="button" className={classes.link} onClick={() => go({ entry: line.entry })}>
          {line.number}
        </button>
      ),
    },
    { label: "Text", cell: (line) => <LineText line={line} /> },
    ...(question.account === undefined ? [{ label: "Account", cell: (line: Line) => nameAccount(line.account) }] : []),
    { label: "Debit", isNumeric: true, cell: (line) => writeSide(line.debitMinor, data.currency, formats) },
    { label: "Credit", isNumeric: true, cell: (line) => writeSide(line.creditMinor, data.currency, formats) },
    ...(data.items.some(({ openMinor }) => openMinor !== null)
      ? [{ label: "Open", isNumeric: true, cell: (line: Line) => writeOpen(line, data.currency, formats) }]
      : []),
    { label: "Balance", isNumeric: true, cell: (line) => writeBalance(line.balanceMinor, data.currency, formats) },
  ];
  return (
    <>
      {error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The statement could not be loaded again. It may have changed.
        </StaleNote>
      )}
      <Proof statement={data} isFiltered={isFiltered} />
      <StatementMonths key={JSON.stringify(scope)} question={{ ...scope, currency: data.currency }} />
      <div className={classes.actions}>
        {data.currencies.length > 1 && (
          <NativeSelect
            size="xs"
            label="Currency"
            value={data.currency}
            data={data.currencies}
            onChange={(event) => go({ currency: event.currentTarget.value, page: undefined })}
          />
        )}
        <NativeSelect
          size="xs"
          label="Order"
          value={question.order ?? "oldest"}
          data={Object.entries(statementOrders).map(([value, label]) => ({ value, label }))}
          onChange={(event) => go({ order: event.currentTarget.value as LedgerQuery["order"], page: undefined })}
        />
        <SettleLines question={question} statement={data} />
        <SaveStatement question={question} statement={data} />
        <StatementFile question={question} currency={data.currency} />
      </div>
      <RecordTable
        name="Lines of the statement"
        columns={columns}
        rowKey={(line) => `${line.entry}-${line.line}`}
        tableFrom={tableFrom}
        empty={
          <p className={classes.quiet}>
            {isFiltered
              ? "No line matches. The balances are those of the whole account."
              : "Nothing was posted in these days."}
          </p>
        }
        pages={wholeList(data.items, { isPending: false, error: null, refetch })}
      />
      <Pager
        name="Pages of the statement"
        page={data.page}
        pages={data.pages}
        onPage={(page) => go({ page: String(page) })}
      />
    </>
  );
}

function Days({ line }: { line: Line }) {
  const formats = useFormats();
  const isBackDated = line.valueDay < line.postingDay;
  return (
    <>
      {formatDate(line.postingDay, formats)}
      {isBackDated && <span className={classes.below}>{`Value day ${formatDate(line.valueDay, formats)}`}</span>}
    </>
  );
}

function LineText({ line }: { line: Line }) {
  const notes = [
    ...(line.isReversal ? ["Reversal"] : []),
    ...(line.reversedBy === null ? [] : [`Reversed by ${line.reversedBy.number}`]),
  ];
  return (
    <>
      <TextCell text={line.text} reference={line.reference} />
      {notes.length > 0 && <span className={classes.below}>{notes.join(" · ")}</span>}
    </>
  );
}

/** Opening and what was posted give the closing balance, also where a filter leaves lines out. */
function Proof({ statement, isFiltered }: { statement: LedgerStatement; isFiltered: boolean }) {
  const formats = useFormats();
  const { currency, openingMinor, closingMinor, shown, notShownMinor, lines } = statement;
  const holds = openingMinor + shown.debitMinor - shown.creditMinor + notShownMinor === closingMinor;
  const facts: [string, string][] = [
    ["Opening balance", writeBalance(openingMinor, currency, formats)],
    [isFiltered ? "Debits shown" : "Debits", formatMoney(shown.debitMinor, currency, formats)],
    [isFiltered ? "Credits shown" : "Credits", formatMoney(shown.creditMinor, currency, formats)],
    ...(isFiltered
      ? ([
          [
            `Not shown (${formatCounted(lines - shown.lines, "line", formats)})`,
            writeBalance(notShownMinor, currency, formats),
          ],
        ] as [string, string][])
      : []),
    ["Closing balance", writeBalance(closingMinor, currency, formats)],
  ];
  return (
    <dl className={classes.proof} aria-label="Balances">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Check</dt>
        <dd>{holds ? `✓ Adds up in ${currency}` : "✗ Does not add up"}</dd>
      </div>
    </dl>
  );
}
