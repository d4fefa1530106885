import type { TrialBalance } from "@console/contracts";
import { ledgerAccountTypes } from "@console/contracts/ledger-words";
import { countCurrencyDigits } from "@console/figures/currency";
import { formatDate, formatMoney } from "@console/figures/format";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { wholeList } from "../../blocks/record-table/whole-list.ts";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { saveRows } from "../../lib/save-rows.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { writeBalance, writeSide } from "./amounts.ts";
import { DayField } from "./day-field.tsx";
import classes from "./ledger.module.css";
import { useLedgerAddress } from "./use-ledger-address.ts";

type Account = TrialBalance["accounts"][number];
const tableFrom = 800;

/** What every account stands at after a day, and that debits and credits are equal. */
export function TrialBalanceView() {
  const { query, go } = useLedgerAddress();
  const formats = useFormats();
  const { data, error, isPending, refetch } = useQuery({
    ...read("getTrialBalance", query.asOf === undefined ? {} : { asOf: query.asOf }),
    placeholderData: keepPreviousData,
  });
  if (isPending) return <ShapedSkeleton label="Loading the trial balance" shape="list" />;
  if (!data) {
    return (
      <ReadProblem
        title="The trial balance could not be loaded"
        error={error ?? new Error("No answer.")}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={classes.stack}>
      <div className={classes.actions}>
        <DayField label="At the end of" value={query.asOf} onChange={(asOf) => go({ asOf })} />
        {data.accounts.length > 0 && (
          <Button size="xs" variant="default" onClick={() => saveRows(writeRows(data), `trial-balance-${data.asOf}`)}>
            Save as CSV
          </Button>
        )}
      </div>
      {data.accounts.length === 0 && (
        <p className={classes.quiet}>{`Nothing was posted until ${formatDate(data.asOf, formats)}.`}</p>
      )}
      {data.currencies.map(({ currency, debit, credit, difference }) => {
        const columns: RecordColumn<Account>[] = [
          { label: "Code", cell: ({ code }) => code },
          {
            label: "Account",
            cell: (account) => (
              <button
                type="button"
                className={classes.link}
                dir="auto"
                onClick={() =>
                  go({ view: "statement", account: account.id, currency, asOf: undefined, to: query.asOf })
                }
              >
                {account.name}
              </button>
            ),
          },
          { label: "Type", cell: ({ type }) => ledgerAccountTypes[type] },
          { label: "Debits", isNumeric: true, cell: (one) => writeSide(one.debit, currency, formats) },
          { label: "Credits", isNumeric: true, cell: (one) => writeSide(one.credit, currency, formats) },
          {
            label: "Balance",
            isNumeric: true,
            cell: ({ balance }) => writeBalance(balance, currency, formats),
          },
        ];
        return (
          <section key={currency} className={classes.stack} aria-label={`Trial balance in ${currency}`}>
            <dl className={classes.proof}>
              <div>
                <dt>{`Debits in ${currency}`}</dt>
                <dd>{formatMoney(debit, currency, formats)}</dd>
              </div>
              <div>
                <dt>{`Credits in ${currency}`}</dt>
                <dd>{formatMoney(credit, currency, formats)}</dd>
              </div>
              <div>
                <dt>Check</dt>
                <dd>{difference === 0 ? "✓ Equal" : `✗ Differ by ${formatMoney(difference, currency, formats)}`}</dd>
              </div>
            </dl>
            <RecordTable
              name={`Accounts in ${currency}`}
              columns={columns}
              rowKey={({ id }) => id}
              tableFrom={tableFrom}
              empty={null}
              pages={wholeList(
                data.accounts.filter((account) => account.currency === currency),
                { isPending: false, error: null, refetch },
              )}
            />
          </section>
        );
      })}
    </div>
  );
}

function writeRows({ accounts, currencies }: TrialBalance): (string | number)[][] {
  const write = (minor: number, currency: string) => minor / 10 ** countCurrencyDigits(currency);
  return [
    ["Code", "Account", "Type", "Currency", "Debits", "Credits", "Balance"],
    ...accounts.map(({ code, name, type, currency, debit, credit, balance }) => [
      code,
      name,
      ledgerAccountTypes[type],
      currency,
      write(debit, currency),
      write(credit, currency),
      write(balance, currency),
    ]),
    ...currencies.map(({ currency, debit, credit, difference }) => [
      "",
      "All accounts",
      "",
      currency,
      write(debit, currency),
      write(credit, currency),
      write(difference, currency),
    ]),
  ];
}
