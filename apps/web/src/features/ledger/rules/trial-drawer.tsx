import type { LedgerRule, LedgerRuleTrial } from "@console/contracts";
import { formatCounted, formatDate, formatMoney } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { type RecordColumn, RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../../blocks/record-table/whole-list.ts";
import { SideDrawer } from "../../../blocks/side-drawer/side-drawer.tsx";
import { ReadProblem } from "../../../blocks/states/read-problem.tsx";
import { Skeleton } from "../../../blocks/states/skeleton.tsx";
import { useWrite } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { writeSide } from "../amounts.ts";
import { FormProblem } from "../form-problem.tsx";
import classes from "../ledger.module.css";

/** Tries a rule on the last 30 days, and switches it on from there. */
export function TrialDrawer({ rule, onClose }: { rule: LedgerRule; onClose: () => void }) {
  const { mutate, data, error } = useWrite("tryLedgerRule");
  const flip = useWrite("switchLedgerRule");
  useEffect(() => mutate({ rule: rule.id }), [mutate, rule.id]);
  return (
    <SideDrawer title={`Trial of ${rule.name}`} closeLabel="Close the trial" width={860} onClose={onClose}>
      {error && <ReadProblem heading="h3" title="Not tried" error={error} onRetry={() => mutate({ rule: rule.id })} />}
      {!data && !error && <Skeleton label="Trying the rule" lines={[60, 90, 80, 40]} />}
      {data && (
        <div className={classes.stack}>
          <Trial trial={data} />
          <FormProblem error={flip.error} />
          {!rule.isOn && (
            <div className={classes.actions}>
              <Button
                loading={flip.isPending}
                onClick={() => flip.mutate({ rule: rule.id, isOn: true }, { onSuccess: onClose })}
              >
                Switch on
              </Button>
            </div>
          )}
        </div>
      )}
    </SideDrawer>
  );
}

type Line = { key: string; delivery: string; day: string } & LedgerRuleTrial["samples"][number]["lines"][number];
type Problem = LedgerRuleTrial["problems"][number];

function Trial({ trial }: { trial: LedgerRuleTrial }) {
  const formats = useFormats();
  const lines: Line[] = trial.samples.flatMap((sample) =>
    sample.lines.map((line, place) => ({
      ...line,
      key: `${sample.delivery} ${place}`,
      delivery: sample.reference ?? sample.delivery,
      day: sample.day,
    })),
  );
  const lineColumns: RecordColumn<Line>[] = [
    { label: "Delivery", cell: ({ delivery }) => <bdi>{delivery}</bdi> },
    { label: "Day", cell: ({ day }) => formatDate(day, formats) },
    { label: "Account", cell: ({ account }) => account },
    { label: "About", cell: ({ driver, customer }) => <bdi>{driver ?? customer ?? ""}</bdi> },
    {
      label: "Debit",
      isNumeric: true,
      cell: ({ amountMinor, currency }) => writeSide(Math.max(amountMinor, 0), currency, formats),
    },
    {
      label: "Credit",
      isNumeric: true,
      cell: ({ amountMinor, currency }) => writeSide(Math.max(-amountMinor, 0), currency, formats),
    },
  ];
  const problemColumns: RecordColumn<Problem>[] = [
    { label: "Reason", cell: ({ reason }) => reason },
    { label: "Deliveries", isNumeric: true, cell: ({ deliveries }) => deliveries },
    { label: "Such as", cell: ({ example }) => <bdi>{example}</bdi> },
  ];
  return (
    <>
      <p className={classes.quiet}>
        {`What the rule would have posted for what was delivered from ${formatDate(trial.firstDay, formats)} to ${formatDate(
          trial.lastDay,
          formats,
        )}. Nothing was posted.`}
      </p>
      <dl className={classes.proof} aria-label="The trial">
        <div>
          <dt>Delivered</dt>
          <dd>{formatCounted(trial.deliveries, "delivery", formats, "deliveries")}</dd>
        </div>
        <div>
          <dt>Would be posted</dt>
          <dd>{formatCounted(trial.entries, "entry", formats, "entries")}</dd>
        </div>
        <div>
          <dt>Not concerned</dt>
          <dd>{trial.notConcerned}</dd>
        </div>
        <div>
          <dt>Could not be posted</dt>
          <dd>{trial.problems.reduce((sum, { deliveries }) => sum + deliveries, 0)}</dd>
        </div>
        {trial.sums.map(({ currency, amountMinor, taxMinor }) => (
          <div key={currency}>
            <dt>{`Sum, ${currency}`}</dt>
            <dd>
              {formatMoney(amountMinor, currency, formats)}
              {taxMinor > 0 && (
                <span className={classes.below}>{`and ${formatMoney(taxMinor, currency, formats)} tax`}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {trial.problems.length > 0 && (
        <RecordTable
          name="What could not be posted"
          columns={problemColumns}
          rowKey={({ reason }) => reason}
          empty={null}
          pages={wholeList(trial.problems, { isPending: false, error: null, refetch: () => {} })}
        />
      )}
      <h3 className={classes.heading}>First lines</h3>
      <RecordTable
        name="First lines"
        columns={lineColumns}
        rowKey={({ key }) => key}
        empty={<p className={classes.quiet}>No delivery of these days would be posted.</p>}
        pages={wholeList(lines, { isPending: false, error: null, refetch: () => {} })}
      />
    </>
  );
}
