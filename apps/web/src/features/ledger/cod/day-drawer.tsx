import type { MatchingRow, RouteOutput, Routes } from "@console/contracts";
import { codStates } from "@console/contracts/ledger-cod-words";
import { formatDate, formatMoney } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { SideDrawer } from "../../../blocks/side-drawer/side-drawer.tsx";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "../ledger.module.css";
import { Pager } from "../pager.tsx";
import { DepositTable } from "./deposits-view.tsx";
import { HandInTable } from "./hand-ins-view.tsx";

type Task = RouteOutput<Routes["listMatchingTasks"]>["items"][number];
const mostFlows = 100;

/** The tasks, hand-ins and deposits of a driver's day. */
export function DayDrawer({ row, onClose }: { row: MatchingRow; onClose: () => void }) {
  const formats = useFormats();
  const { driver, day } = row;
  const about = { day, ...(driver !== null && { driver }) };
  const handIns = useQuery(read("listHandIns", { ...about, limit: mostFlows }));
  const deposits = useQuery(read("listDeposits", { ...about, limit: mostFlows }));
  return (
    <SideDrawer
      title={`${driver ?? "No driver named"}, ${formatDate(day, formats)}`}
      closeLabel="Close the day"
      width={1080}
      onClose={onClose}
    >
      <div className={classes.stack}>
        <p className={classes.quiet}>{`${codStates[row.state]}: ${row.reason}`}</p>
        <Tasks row={row} />
        <section className={classes.stack} aria-label="Hand-ins of the day">
          <h3 className={classes.heading}>Hand-ins</h3>
          <HandInTable pages={wholeList(handIns.data?.items, handIns)} empty="Nothing was handed in." />
        </section>
        <section className={classes.stack} aria-label="Deposits of the day">
          <h3 className={classes.heading}>Deposits</h3>
          <DepositTable pages={wholeList(deposits.data?.items, deposits)} empty="Nothing was deposited." />
        </section>
      </div>
    </SideDrawer>
  );
}

function Tasks({ row: { driver, day, currency } }: { row: MatchingRow }) {
  const formats = useFormats();
  const [page, setPage] = useState(1);
  const tasks = useQuery(read("listMatchingTasks", { page, day, currency, ...(driver !== null && { driver }) }));
  const money = (minor: number | null) => (minor === null ? "Unknown" : formatMoney(minor, currency, formats));
  const columns: RecordColumn<Task>[] = [
    { label: "Task", cell: ({ delivery, reference }) => reference ?? delivery },
    { label: "Customer", cell: ({ customer }) => <bdi>{customer ?? ""}</bdi> },
    { label: `Due ${currency}`, isNumeric: true, cell: ({ dueMinor }) => money(dueMinor) },
    { label: `Collected ${currency}`, isNumeric: true, cell: ({ collectedMinor }) => money(collectedMinor) },
  ];
  return (
    <section className={classes.stack} aria-label="Tasks of the day">
      <h3 className={classes.heading}>Tasks</h3>
      <RecordTable
        name="Tasks with cash"
        columns={columns}
        rowKey={({ delivery }) => delivery}
        empty={<p className={classes.quiet}>No task of the day has cash.</p>}
        pages={wholeList(tasks.data?.items, tasks)}
      />
      {tasks.data && <Pager name="Pages of tasks" page={page} pages={tasks.data.pages} onPage={setPage} />}
    </section>
  );
}
