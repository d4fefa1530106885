import classes from "../ledger.module.css";
import { useLedgerAddress } from "../use-ledger-address.ts";

/** Opens the entry of a flow beside the page. */
export function EntryLink({ entry }: { entry: { id: string; number: number } }) {
  const { go } = useLedgerAddress();
  return (
    <button
      type="button"
      className={classes.link}
      aria-label={`Entry ${entry.number}`}
      onClick={() => go({ entry: entry.id })}
    >
      {entry.number}
    </button>
  );
}
