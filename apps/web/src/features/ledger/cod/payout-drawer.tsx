import type { CodPayout, PayoutLine } from "@console/contracts";
import { formatDate, formatMoney } from "@console/figures/format";
import { useQuery } from "@tanstack/react-query";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { SideDrawer } from "../../../blocks/side-drawer/side-drawer.tsx";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "../ledger.module.css";
import { EntryLink } from "./entry-link.tsx";

/** A payout with the lines that it pays. */
export function PayoutDrawer({ payout, onClose }: { payout: CodPayout; onClose: () => void }) {
  const formats = useFormats();
  const { party, amountMinor, currency } = payout;
  const lines = useQuery(read("getPayout", { payout: payout.id }));
  const columns: RecordColumn<PayoutLine>[] = [
    { label: "Entry", cell: (line) => <EntryLink entry={{ id: line.entry, number: line.number }} /> },
    { label: "Day", cell: ({ valueDay }) => formatDate(valueDay, formats) },
    { label: "Text", cell: ({ text }) => <bdi>{text}</bdi> },
    { label: "Reference", cell: ({ reference }) => <bdi>{reference ?? ""}</bdi> },
    {
      label: `Amount ${currency}`,
      isNumeric: true,
      cell: ({ openMinor }) => formatMoney(-openMinor, currency, formats),
    },
  ];
  return (
    <SideDrawer title={`Payout to ${party}`} closeLabel="Close the payout" width={760} onClose={onClose}>
      <div className={classes.stack}>
        <p
          className={classes.quiet}
        >{`Its lines come to ${formatMoney(amountMinor, currency, formats)} ${currency}.`}</p>
        <RecordTable
          name="Lines of the payout"
          columns={columns}
          rowKey={({ entry, line }) => `${entry} ${line}`}
          empty={<p className={classes.quiet}>It has no lines.</p>}
          pages={wholeList(lines.data?.items, lines)}
        />
      </div>
    </SideDrawer>
  );
}
