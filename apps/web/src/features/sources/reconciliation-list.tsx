import type { ConnectionDetail, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatDate, formatInstant, formatNumber } from "@console/figures/format";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import classes from "./reconciliation-list.module.css";
import { RecordTable } from "./record-table.tsx";
import { fieldWords } from "./source-words.ts";
import { usePages } from "./use-pages.ts";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId">; formats: FormatChoices };
type Day = RouteOutput<Routes["listReconciliations"]>["items"][number];

/** What the source counts for each day beside what we have; days that differ are marked. */
export function ReconciliationList({ connection: { id, tenantId }, formats }: Props) {
  const pages = usePages("listReconciliations", { tenantId, connection: id });
  return (
    <RecordTable<Day>
      name="Reconciliation"
      pages={pages}
      rowKey={({ day, measure }) => `${day} ${measure}`}
      empty={
        <p className={classes.quiet}>
          No day has been compared yet. Days are compared where the source tells its own totals, after it was read.
        </p>
      }
      columns={[
        { label: "Day", cell: ({ day }) => formatDate(day, formats) },
        { label: "Measure", cell: ({ measure }) => fieldWords(measure) },
        { label: "Source", isNumeric: true, cell: ({ theirs }) => formatNumber(theirs, formats) },
        { label: "Ours", isNumeric: true, cell: ({ ours }) => formatNumber(ours, formats) },
        { label: "Difference", isNumeric: true, cell: (day) => <Difference day={day} formats={formats} /> },
        { label: "Compared", cell: ({ checkedAt }) => formatInstant(checkedAt, formats) },
      ]}
    />
  );
}

function Difference({ day: { theirs, ours }, formats }: { day: Day; formats: FormatChoices }) {
  const difference = ours - theirs;
  if (difference === 0) {
    return (
      <span className={classes.same}>
        <IconCheck size={14} aria-hidden="true" /> None
      </span>
    );
  }
  const text = `${formatNumber(Math.abs(difference), formats)} ${difference < 0 ? "missing" : "too many"}`;
  return (
    <span className={classes.differs}>
      <IconAlertTriangle size={14} aria-hidden="true" /> {text}
    </span>
  );
}
