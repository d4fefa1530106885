import type { ConnectionDetail, RouteOutput, Routes } from "@console/contracts";
import {
  type FormatChoices,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatQuantity,
} from "@console/figures/format";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import { fieldWords, leftOutWords } from "../source-words.ts";
import classes from "./reconciliation-list.module.css";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId">; formats: FormatChoices };
type Compared = RouteOutput<Routes["listReconciliations"]>;
type Day = Compared["items"][number];

/** What the source counts for each day beside what we have; days that differ are marked. */
export function ReconciliationList({ connection: { id, tenantId }, formats }: Props) {
  const pages = usePages("listReconciliations", { tenantId, connection: id });
  const amount = (value: number, { unit, currency }: Day) => {
    if (unit === "money") return currency ? formatMoney(value, currency, formats) : "–";
    return unit === "quantity" ? formatQuantity(value, formats) : formatNumber(value, formats);
  };
  return (
    <>
      {pages.first && pages.first.days.compared > 0 && <Summary days={pages.first.days} formats={formats} />}
      {pages.first && pages.first.leftOut > 0 && (
        <p className={classes.quiet}>
          {formatNumber(pages.first.leftOut, formats)} {pages.first.leftOut === 1 ? "row is" : "rows are"}{" "}
          {leftOutWords}, and not compared.
        </p>
      )}
      <RecordTable<Day>
        name="Reconciliation"
        pages={pages}
        rowKey={({ day, measure }) => `${day} ${measure}`}
        empty={
          <p className={classes.quiet}>
            No day has been compared yet. Days are compared if the source gives its own totals, or once all of it was
            read.
          </p>
        }
        columns={[
          { label: "Day", cell: ({ day }) => formatDate(day, formats) },
          { label: "Measure", cell: measureWords },
          { label: "Source", isNumeric: true, cell: (day) => amount(day.theirs, day) },
          { label: "Ours", isNumeric: true, cell: (day) => amount(day.ours, day) },
          {
            label: "Difference",
            isNumeric: true,
            cell: (day) => (
              <Difference by={day.ours - day.theirs} text={isAdded(day) ? (by) => amount(by, day) : null} />
            ),
          },
          { label: "Compared", cell: ({ checkedAt }) => formatInstant(checkedAt, formats) },
        ]}
      />
    </>
  );
}

function measureWords({ measure, unit, currency }: Day): string {
  return unit === "money" ? `${fieldWords(measure)}, ${currency ?? "several currencies"}` : fieldWords(measure);
}

/** Whether the sums of a day mean something by themselves; those of several currencies only tell whether both are alike. */
function isAdded({ unit, currency }: Day): boolean {
  return unit !== "money" || currency !== null;
}

/** How the days stand as a whole. */
function Summary({ days: { compared, differing }, formats }: { days: Compared["days"]; formats: FormatChoices }) {
  const all = compared === 1 ? "1 day" : `${formatNumber(compared, formats)} days`;
  return differing === 0 ? (
    <p className={classes.summary} data-same="true">
      <IconCheck size={16} aria-hidden="true" />{" "}
      {compared === 1 ? "The day that was compared agrees." : `All ${all} agree.`}
    </p>
  ) : (
    <p className={classes.summary}>
      <IconAlertTriangle size={16} aria-hidden="true" /> {formatNumber(differing, formats)} of {all}{" "}
      {differing === 1 ? "differs" : "differ"}.
    </p>
  );
}

function Difference({ by, text }: { by: number; text: ((by: number) => string) | null }) {
  if (by === 0) {
    return (
      <span className={classes.same}>
        <IconCheck size={14} aria-hidden="true" /> None
      </span>
    );
  }
  return (
    <span className={classes.differs}>
      <IconAlertTriangle size={14} aria-hidden="true" />{" "}
      {text ? `${text(Math.abs(by))} ${by < 0 ? "missing" : "too many"}` : "Differs"}
    </span>
  );
}
