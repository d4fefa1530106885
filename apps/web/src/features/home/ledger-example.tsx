import { formatMoney } from "@console/figures/format";
import classes from "./ledger-example.module.css";
import { ledgerBalances, ledgerLines } from "./sample-teams.ts";

const currency = "AED";
const amount = (minorUnits: number) => formatMoney(minorUnits, currency);

/** A few lines of an account, with the balance that each leaves. */
export function LedgerExample() {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">{currency}</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Opening balance</th>
          <td />
          <td>{amount(ledgerBalances.opening)}</td>
        </tr>
        {ledgerLines.map((line) => (
          <tr key={line.text}>
            <th scope="row">{line.text}</th>
            <td>{amount(line.minorUnits)}</td>
            <td>{amount(line.balance)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Still owed</th>
          <td />
          <td>{amount(ledgerBalances.closing)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
