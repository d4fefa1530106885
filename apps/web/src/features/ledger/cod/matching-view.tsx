import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/Checkbox.css";
import type { CodMatching, DriverOpenCash, MatchingRow } from "@console/contracts";
import { codStates } from "@console/contracts/ledger-cod-words";
import { addDays } from "@console/figures/calendar";
import { formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { read, useWrite } from "../../../lib/queries.ts";
import { showFailure } from "../../../lib/show-failure.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { DayField } from "../day-field.tsx";
import classes from "../ledger.module.css";
import { Pager } from "../pager.tsx";
import { type LedgerQuery, useLedgerAddress } from "../use-ledger-address.ts";
import { useLedgerRights } from "../use-ledger-rights.ts";
import { DayDrawer } from "./day-drawer.tsx";
import { ExplainDialog } from "./explain-dialog.tsx";
import { HandInForm } from "./hand-in-form.tsx";

const tableFrom = 1100;

/** Drivers' open cash now, and each driver's day by tasks, by hand-ins and at the bank. */
export function MatchingView() {
  return (
    <div className={classes.stack}>
      <OpenCash />
      <Days />
    </div>
  );
}

function OpenCash() {
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const cash = useQuery(read("listDriverCash", {}));
  const [driver, setDriver] = useState<string | null>(null);
  const columns: RecordColumn<DriverOpenCash>[] = [
    { label: "Driver", cell: (row) => <bdi>{row.driver ?? "No driver named"}</bdi> },
    { label: "Oldest day", cell: ({ oldestDay }) => (oldestDay === null ? "" : formatDate(oldestDay, formats)) },
    { label: "Days", isNumeric: true, cell: ({ days }) => days.length },
    {
      label: "Open cash",
      isNumeric: true,
      cell: ({ openMinor, currency }) => `${formatMoney(openMinor, currency, formats)} ${currency}`,
    },
    ...(canPost
      ? [
          {
            label: "Hand in",
            cell: (row: DriverOpenCash) =>
              row.driver !== null && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Take in cash of ${row.driver}`}
                  onClick={() => setDriver(row.driver)}
                >
                  Take in cash
                </Button>
              ),
          },
        ]
      : []),
  ];
  return (
    <section className={classes.stack} aria-label="Drivers’ open cash">
      <h2 className={classes.heading}>Drivers’ open cash now</h2>
      <RecordTable
        name="Open cash by driver"
        columns={columns}
        rowKey={(row) => `${row.driver} ${row.currency}`}
        tableFrom={tableFrom}
        empty={<p className={classes.quiet}>No driver has open cash in the book.</p>}
        pages={wholeList(cash.data?.items, cash)}
      />
      {driver !== null && <HandInForm driver={driver} onClose={() => setDriver(null)} />}
    </section>
  );
}

function Days() {
  const { query, go } = useLedgerAddress();
  const formats = useFormats();
  const { canPost } = useLedgerRights();
  const [typed, setTyped] = useState(query.driver ?? "");
  const search = useDebouncedCallback((driver: string) => {
    go({ driver: driver.trim() || undefined, page: undefined }, { isReplaced: true });
  }, 300);
  const [shown, setShown] = useState<MatchingRow | null>(null);
  const [explained, setExplained] = useState<MatchingRow | null>(null);
  const page = Math.max(1, Number(query.page) || 1);
  const days = useQuery({
    ...read("getCodMatching", {
      page,
      ...(query.driver !== undefined && { driver: query.driver }),
      ...(query.from !== undefined && { from: query.from }),
      ...(query.to !== undefined && { to: addDays(query.to, 1) }),
      ...(query.standing !== undefined && { state: query.standing }),
      ...(query.only === "unexplained" && { isUnexplained: "true" }),
    }),
    placeholderData: keepPreviousData,
  });
  const isFiltered = Boolean(query.driver || query.from || query.to || query.standing || query.only);
  return (
    <section className={classes.stack} aria-label="Cash by driver and day">
      <h2 className={classes.heading}>Tasks, hand-ins and bank</h2>
      <div className={classes.actions}>
        <TextInput
          size="xs"
          label="Driver"
          maxLength={120}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            search(event.currentTarget.value);
          }}
        />
        <DayField label="From" value={query.from} onChange={(from) => go({ from, page: undefined })} />
        <DayField label="To" first={query.from} value={query.to} onChange={(to) => go({ to, page: undefined })} />
        <NativeSelect
          size="xs"
          label="State"
          value={query.standing ?? ""}
          data={[{ value: "", label: "All" }, ...Object.entries(codStates).map(([value, label]) => ({ value, label }))]}
          onChange={(event) =>
            go({ standing: (event.currentTarget.value || undefined) as LedgerQuery["standing"], page: undefined })
          }
        />
        <Checkbox
          label="Only what needs an explanation"
          checked={query.only === "unexplained"}
          onChange={(event) => go({ only: event.currentTarget.checked ? "unexplained" : undefined, page: undefined })}
        />
      </div>
      {days.data && <States states={days.data.states} />}
      <RecordTable
        name="Cash by driver and day"
        columns={listColumns({ formats, canPost, onShow: setShown, onExplain: setExplained })}
        rowKey={(row) => `${row.driver} ${row.day} ${row.currency}`}
        tableFrom={tableFrom}
        empty={
          <p className={classes.quiet}>
            {isFiltered
              ? "No day is like that."
              : "Days appear here once a rule books what drivers collect. Begin with the rule “COD collected”."}
          </p>
        }
        pages={wholeList(days.data?.items, days)}
      />
      {days.data && (
        <Pager
          name="Pages of days"
          page={page}
          pages={days.data.pages}
          onPage={(next) => go({ page: next === 1 ? undefined : String(next) })}
        />
      )}
      {shown && <DayDrawer row={shown} onClose={() => setShown(null)} />}
      {explained && <ExplainDialog row={explained} onClose={() => setExplained(null)} />}
    </section>
  );
}

function States({ states }: Pick<CodMatching, "states">) {
  const formats = useFormats();
  return (
    <dl className={classes.proof} aria-label="Days by state">
      {states.map(({ state, currency, rows, unexplained, gapMinor }) => (
        <div key={`${state} ${currency}`}>
          <dt>{`${codStates[state]}, ${currency}`}</dt>
          <dd>
            {`${formatCounted(rows, "day", formats)}${gapMinor === 0 ? "" : `, ${formatMoney(gapMinor, currency, formats)}`}`}
            {unexplained > 0 && <span className={classes.below}>{`${unexplained} not explained`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Choices = {
  formats: ReturnType<typeof useFormats>;
  canPost: boolean;
  onShow: (row: MatchingRow) => void;
  onExplain: (row: MatchingRow) => void;
};

function listColumns({ formats, canPost, onShow, onExplain }: Choices): RecordColumn<MatchingRow>[] {
  const money = (minor: number | null, { currency }: MatchingRow) =>
    minor === null ? "Unknown" : formatMoney(minor, currency, formats);
  return [
    {
      label: "Day",
      cell: (row) => (
        <button
          type="button"
          className={`${classes.link} ${classes.whole}`}
          aria-label={`${row.driver ?? "No driver named"}, ${row.day}`}
          onClick={() => onShow(row)}
        >
          {formatDate(row.day, formats)}
        </button>
      ),
    },
    { label: "Driver", cell: (row) => <bdi>{row.driver ?? "No driver named"}</bdi> },
    {
      label: "Tasks",
      isNumeric: true,
      cell: (row) => (
        <>
          {row.tasks === 0 ? "None" : money(row.collectedMinor, row)}
          {row.dueMinor !== null && row.dueMinor !== row.collectedMinor && (
            <span className={classes.below}>{`of ${money(row.dueMinor, row)} due`}</span>
          )}
        </>
      ),
    },
    { label: "In the book", isNumeric: true, cell: (row) => money(row.bookedMinor, row) },
    { label: "Counted", isNumeric: true, cell: (row) => money(row.countedMinor, row) },
    { label: "Deposited", isNumeric: true, cell: (row) => money(row.depositedMinor, row) },
    { label: "At the bank", isNumeric: true, cell: (row) => money(row.bankedMinor, row) },
    {
      label: "State",
      cell: (row) => (
        <span className={classes.whole}>
          {codStates[row.state]}
          {row.ageDays > 0 && (
            <span className={classes.below}>{`for ${formatCounted(row.ageDays, "day", formats)}`}</span>
          )}
        </span>
      ),
    },
    {
      label: "Reason",
      cell: (row) => (
        <>
          <bdi>{row.reason}</bdi>
          {row.owner !== null && (
            <span className={classes.below}>
              Owner: <bdi>{row.owner}</bdi>
            </span>
          )}
        </>
      ),
    },
    ...(canPost
      ? [
          {
            label: "Explain",
            cell: (row: MatchingRow) => <Explanation row={row} onExplain={() => onExplain(row)} />,
          },
        ]
      : []),
  ];
}

function Explanation({ row, onExplain }: { row: MatchingRow; onExplain: () => void }) {
  const takeBack = useWrite("takeBackExplanation");
  const { explanation } = row;
  const name = `${row.driver ?? "No driver named"}, ${row.day}`;
  if (explanation !== null) {
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        loading={takeBack.isPending}
        aria-label={`Take back the explanation: ${name}`}
        onClick={() =>
          takeBack.mutate(
            { explanation: explanation.id },
            { onError: (failure) => showFailure("Not taken back", failure) },
          )
        }
      >
        Take back
      </Button>
    );
  }
  if (row.state === "matched" || row.state === "open") return null;
  return (
    <Button size="compact-xs" variant="default" aria-label={`Explain: ${name}`} onClick={onExplain}>
      Explain
    </Button>
  );
}
