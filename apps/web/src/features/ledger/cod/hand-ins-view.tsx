import type { HandIn } from "@console/contracts";
import { formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "../ledger.module.css";
import { flowStates } from "./cod-words.ts";
import { listFlowColumns } from "./flow-columns.tsx";
import { FlowView, usePageNumber } from "./flow-view.tsx";
import { HandInForm } from "./hand-in-form.tsx";

const tableFrom = 1000;

/** What drivers have handed in, and a way to take in more. */
export function HandInsView() {
  const { page } = usePageNumber();
  const handIns = useQuery({ ...read("listHandIns", { page }), placeholderData: keepPreviousData });
  return (
    <FlowView
      act="Take in cash"
      form={(close) => <HandInForm driver={null} onClose={close} />}
      name="Pages of hand-ins"
      pages={handIns.data?.pages}
    >
      <HandInTable pages={wholeList(handIns.data?.items, handIns)} empty="No driver has handed in cash yet." />
    </FlowView>
  );
}

type TableProps = { pages: Parameters<typeof RecordTable<HandIn>>[0]["pages"]; empty: string };

/** Hand-ins with what was counted and what of it is deposited. */
export function HandInTable({ pages, empty }: TableProps) {
  const formats = useFormats();
  const money = (minor: number, { currency }: HandIn) => `${formatMoney(minor, currency, formats)} ${currency}`;
  const columns: RecordColumn<HandIn>[] = [
    ...listFlowColumns<HandIn>(formats),
    { label: "Driver", cell: ({ driver }) => <bdi>{driver}</bdi> },
    {
      label: "Days",
      cell: ({ days }) =>
        days.length === 1 ? formatDate(days[0]?.day ?? "", formats) : formatCounted(days.length, "day", formats),
    },
    { label: "Expected", isNumeric: true, cell: (row) => money(row.expectedMinor, row) },
    { label: "Counted", isNumeric: true, cell: (row) => money(row.countedMinor, row) },
    {
      label: "Difference",
      cell: (row) =>
        row.differenceMinor === 0 ? (
          "None"
        ) : (
          <>
            {`${money(Math.abs(row.differenceMinor), row)} ${row.differenceMinor < 0 ? "short" : "over"}`}
            <span className={classes.below} dir="auto">
              {row.reason}
            </span>
          </>
        ),
    },
    { label: "Deposited", isNumeric: true, cell: (row) => money(row.depositedMinor, row) },
    { label: "State", cell: ({ state }) => flowStates[state] },
  ];
  return (
    <RecordTable
      name="Hand-ins"
      columns={columns}
      rowKey={({ id }) => id}
      tableFrom={tableFrom}
      empty={<p className={classes.quiet}>{empty}</p>}
      pages={pages}
    />
  );
}
