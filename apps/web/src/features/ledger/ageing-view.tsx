import type { LedgerAgeing } from "@console/contracts";
import { ledgerAgeingBuckets } from "@console/contracts/ledger-words";
import { formatMoney } from "@console/figures/format";
import { NativeSelect } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { AgeingLines } from "./ageing-lines.tsx";
import { DayField } from "./day-field.tsx";
import classes from "./ledger.module.css";
import { afresh, ageingSides, nameBucket } from "./ledger-words.ts";
import { type LedgerQuery, useLedgerAddress } from "./use-ledger-address.ts";

type Party = LedgerAgeing["parties"][number];
const tableFrom = 900;

/** What is open with customers or suppliers, by how late it is. */
export function AgeingView() {
  const { query, go } = useLedgerAddress();
  const side = query.of ?? "receivable";
  const partyKey = side === "receivable" ? "customer" : "supplier";
  const formats = useFormats();
  const { data, error, isPending, refetch } = useQuery({
    ...read("getLedgerAgeing", { side, ...(query.asOf !== undefined && { asOf: query.asOf }) }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <ShapedSkeleton label="Loading the ageing" shape="list" />;
  if (!data) {
    return (
      <ReadProblem
        title="The ageing could not be loaded"
        error={error ?? new Error("No answer.")}
        onRetry={() => void refetch()}
      />
    );
  }
  const open = (party: string) =>
    side === "receivable"
      ? go({ ...afresh, view: "statement", customer: party, to: query.asOf })
      : go({ ...afresh, view: "statement", supplier: party, to: query.asOf });
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <NativeSelect
          size="xs"
          label="What is open"
          value={side}
          data={Object.entries(ageingSides).map(([value, label]) => ({ value, label }))}
          onChange={(event) => go({ of: event.currentTarget.value as LedgerQuery["of"] })}
        />
        <DayField label="At the end of" value={query.asOf} onChange={(asOf) => go({ asOf })} />
      </div>
      {data.currencies.length === 0 && <p className={classes.quiet}>Nothing is open.</p>}
      {data.currencies.map((whole) => {
        const { currency } = whole;
        const money = (minor: number) => formatMoney(minor, currency, formats);
        const columns: RecordColumn<Party>[] = [
          {
            label: side === "receivable" ? "Customer" : "Supplier",
            cell: ({ party }) =>
              party === null ? (
                "Without a name"
              ) : (
                <button type="button" className={classes.link} dir="auto" onClick={() => open(party)}>
                  {party}
                </button>
              ),
          },
          ...ledgerAgeingBuckets.map((bucket, place) => ({
            label: nameBucket(bucket),
            isNumeric: true,
            cell: ({ party, buckets }: Party) =>
              buckets[place] !== 0 && (
                <button
                  type="button"
                  className={classes.link}
                  aria-label={`${money(buckets[place] ?? 0)}: ${nameBucket(bucket)}, ${party ?? "without a name"}`}
                  onClick={() => go({ bucket, [partyKey]: party ?? undefined, currency })}
                >
                  {money(buckets[place] ?? 0)}
                </button>
              ),
          })),
          { label: `Total ${currency}`, isNumeric: true, cell: ({ total }) => money(total) },
        ];
        const rows = data.parties.filter((party) => party.currency === currency);
        return (
          <section key={currency} className={classes.stack} aria-label={`Ageing in ${currency}`}>
            <dl className={classes.proof}>
              {ledgerAgeingBuckets.map((label, place) => (
                <div key={label}>
                  <dt>{`${nameBucket(label)}, ${currency}`}</dt>
                  <dd>{money(whole.buckets[place] ?? 0)}</dd>
                </div>
              ))}
              <div>
                <dt>{`Total, ${currency}`}</dt>
                <dd>{money(whole.total)}</dd>
              </div>
            </dl>
            <RecordTable
              name={`${ageingSides[side]}, ${currency}`}
              columns={columns}
              rowKey={({ party }) => party ?? ""}
              tableFrom={tableFrom}
              empty={<p className={classes.quiet}>Everything is paid.</p>}
              pages={wholeList(rows, { isPending: false, error: null, refetch })}
            />
          </section>
        );
      })}
      {query.bucket !== undefined && query.currency !== undefined && (
        <AgeingLines
          key={`${query.bucket} ${query[partyKey]} ${query.currency}`}
          question={{
            side,
            bucket: query.bucket,
            currency: query.currency,
            ...(query[partyKey] !== undefined && { party: query[partyKey] }),
            ...(query.asOf !== undefined && { asOf: query.asOf }),
          }}
          onClose={() => go({ bucket: undefined, [partyKey]: undefined, currency: undefined })}
        />
      )}
    </div>
  );
}
