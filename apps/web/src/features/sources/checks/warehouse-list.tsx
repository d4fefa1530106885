import type { ConnectionDetail, WarehouseState } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant, formatNumber } from "@console/figures/format";
import { IconCircleCheck, IconClockExclamation, IconHourglass } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { StaleNote } from "../../../blocks/states/stale-note.tsx";
import { read } from "../../../lib/queries.ts";
import { useNow } from "../../../lib/use-now.ts";
import classes from "./checks.module.css";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId">; formats: FormatChoices };

/** How far the movements of each warehouse reach, and whether that is later than usual. */
export function WarehouseList({ connection: { id, tenantId }, formats }: Props) {
  const now = useNow();
  const warehouses = useQuery(read("listWarehouseStates", { tenantId, connection: id }));
  const { data, error, isFetching, refetch } = warehouses;
  return (
    <>
      <RecordTable<WarehouseState>
        name="Warehouses"
        pages={wholeList(data?.items, warehouses)}
        rowKey={({ warehouse }) => warehouse}
        empty={<p className={classes.quiet}>No movement has come through this connection yet.</p>}
        columns={[
          { label: "Warehouse", cell: ({ warehouse }) => <span className={classes.name}>{warehouse}</span> },
          { label: "State", cell: (state) => <Punctuality state={state} /> },
          {
            label: "Last movement",
            cell: ({ lastMovedAt }) =>
              lastMovedAt ? (
                <>
                  {formatAge(now - Date.parse(lastMovedAt))} ago
                  <span className={classes.under}>{formatInstant(lastMovedAt, formats)}</span>
                </>
              ) : (
                "Never"
              ),
          },
          { label: "Usual gap", cell: ({ usualGapDays }) => gapWords(usualGapDays, formats) },
          {
            label: "Rows in 7 days",
            isNumeric: true,
            cell: ({ rows7Days }) => formatNumber(rows7Days, formats),
          },
        ]}
      />
      {data && data.items.length > 0 && <p className={classes.rule}>{data.rule}</p>}
      {data && error && (
        <StaleNote isFetching={isFetching} onRetry={() => void refetch()}>
          The warehouses could not be refreshed. These are the previous results.
        </StaleNote>
      )}
    </>
  );
}

function gapWords(days: number | null, formats: FormatChoices): string {
  if (days === null) return "–";
  return days === 1 ? "1 day" : `${formatNumber(days, formats)} days`;
}

function Punctuality({ state: { isLate, usualGapDays } }: { state: WarehouseState }) {
  const [tone, Mark, word] = isLate
    ? (["warn", IconClockExclamation, "Late"] as const)
    : usualGapDays === null
      ? (["quiet", IconHourglass, "Too few days"] as const)
      : (["good", IconCircleCheck, "On time"] as const);
  return (
    <span className={classes.mark} data-tone={tone}>
      <Mark size={16} stroke={1.75} aria-hidden="true" />
      {word}
    </span>
  );
}
