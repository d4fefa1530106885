import type { AuditChange } from "@console/contracts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./change-table.module.css";
import { tellValue } from "./tell-value.ts";

type Props = { changes: readonly AuditChange[]; label: string };

/** What a change has made of each field: before and after, side by side. */
export function ChangeTable({ changes, label }: Props) {
  const formats = useFormats();
  const tell = (value: string | null) => (value === null ? "–" : tellValue(value, formats));
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.label}>
            <th scope="row">{change.label}</th>
            <td>{tell(change.before)}</td>
            <td>{tell(change.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
