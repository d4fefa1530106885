import type { LedgerEntryHead, RouteOutput, Routes } from "@console/contracts";
import { mostOrderRows, orderParts } from "@console/contracts/order-words";
import { type CellView, formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiError } from "../../lib/api.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { TableCell } from "../data-table/table-cell.tsx";
import { isNumeric, toHeading } from "../data-table/table-shape.ts";
import type { PlainColumn } from "../plain-table/plain-table.tsx";
import { WideTable } from "../plain-table/wide-table.tsx";
import { type RecordColumn, RecordTable } from "../record-table/record-table.tsx";
import { wholeList } from "../record-table/whole-list.ts";
import { RowFacts } from "../row-drawer/row-facts.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { ReadProblem } from "../states/read-problem.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import classes from "./order.module.css";

type Order = RouteOutput<Routes["getOrder"]>;
type Part = Order["parts"][number];
type Heading = "h2" | "h3";

/** All that is known of one order: its deliveries, what was picked, moved and sold for it, its documents, what was booked. */
export function OrderView({ reference, heading }: { reference: string; heading: Heading }) {
  const { data, error, refetch } = useQuery(read("getOrder", { reference }));
  if (data) return <Parts order={data} heading={heading} />;
  if (!error) return <Skeleton label="Loading the order" lines={[60, 90, 80, 85, 70]} />;
  if (error instanceof ApiError && error.kind === "not_found") {
    return (
      <EmptyState
        title="No such order"
        message={`${error.message} Check the number, or look for it in a report.`}
        actions={<Link to="/tenant/reports">Go to the reports</Link>}
      />
    );
  }
  return <ReadProblem title="The order could not be loaded" error={error} onRetry={() => void refetch()} />;
}

function Parts({ order, heading: Title }: { order: Order; heading: Heading }) {
  return (
    <div className={classes.parts}>
      {order.parts.map((part) => (
        <section key={part.name} className={classes.part} aria-label={orderParts[part.name]}>
          <Title className={classes.title}>
            {orderParts[part.name]}
            {part.total > 1 && <span className={classes.count}>{part.total}</span>}
          </Title>
          <PartContent part={part} order={order} />
        </section>
      ))}
    </div>
  );
}

function PartContent({ part, order }: { part: Part; order: Order }) {
  const formats = useFormats();
  const label = orderParts[part.name].toLowerCase();
  if (!part.isOpen) return <p className={classes.quiet}>You have no access to {label}.</p>;
  if (part.total === 0) return <p className={classes.quiet}>There are no {label} of this order.</p>;
  const shown = part.name === "entries" ? order.entries.length : part.rows.length;
  return (
    <>
      {part.name === "deliveries" && <Deliveries order={order} />}
      {part.name === "entries" && <Entries entries={order.entries} />}
      {part.name !== "deliveries" && part.name !== "entries" && (
        <Rows part={part} rows={part.rows} currency={order.currency} />
      )}
      {part.name === "deliveries" && part.rows.length > order.deliveries.length && (
        <Rows part={part} rows={part.rows.slice(order.deliveries.length)} currency={order.currency} />
      )}
      {part.total > shown && (
        <p className={classes.quiet}>
          {`${formatCounted(part.total - shown, "more is", formats, "more are")} not shown: at most ${mostOrderRows} are.`}
        </p>
      )}
    </>
  );
}

function Deliveries({ order }: { order: Order }) {
  const formats = useFormats();
  return order.deliveries.map((detail) => (
    <div key={detail.key} className={classes.delivery}>
      <RowFacts detail={detail} formats={formats} />
    </div>
  ));
}

/** Rows of facts, without columns that say nothing or only the order itself. */
function Rows({ part, rows, currency }: { part: Part; rows: Part["rows"]; currency: string }) {
  const formats = useFormats();
  const view: CellView = { currency, formats };
  const told = part.columns.filter(
    ({ id }) => id !== "order_reference" && rows.some((row) => (row[id] ?? "") !== "" && row[id] !== false),
  );
  const columns = told.map(
    (column, place): PlainColumn<Part["rows"][number]> => ({
      id: column.id,
      label: toHeading(column, currency),
      isHeader: place === 0,
      isNumeric: isNumeric(column),
      cell: (row) => <TableCell column={column} row={row} view={view} />,
    }),
  );
  return <WideTable name={orderParts[part.name]} columns={columns} rows={rows} rowKey={({ key }) => key} />;
}

function Entries({ entries }: { entries: Order["entries"] }) {
  const formats = useFormats();
  const columns: RecordColumn<LedgerEntryHead>[] = [
    {
      label: "Entry",
      cell: ({ id, number }): ReactNode => (
        <Link to="/tenant/ledger" search={{ view: "entries", entry: id }}>
          {number}
        </Link>
      ),
    },
    { label: "Day", cell: ({ postingDay }) => formatDate(postingDay, formats) },
    { label: "Text", cell: ({ text }) => <span dir="auto">{text}</span> },
    { label: "State", cell: ({ state }) => state.charAt(0).toUpperCase() + state.slice(1) },
    {
      label: "Amount",
      isNumeric: true,
      cell: ({ amounts }) =>
        amounts
          .map(({ currency, amountMinor }) => `${formatMoney(amountMinor, currency, formats)} ${currency}`)
          .join(", "),
    },
  ];
  return (
    <RecordTable
      name={orderParts.entries}
      columns={columns}
      rowKey={({ id }) => id}
      empty={null}
      pages={wholeList(entries, { isPending: false, error: null, refetch: () => {} })}
    />
  );
}
