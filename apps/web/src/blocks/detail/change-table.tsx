import type { AuditChange } from "@console/contracts";
import classes from "./change-table.module.css";

type Props = { changes: readonly AuditChange[]; label: string };

/** What a change has made of each field: before and after, side by side. */
export function ChangeTable({ changes, label }: Props) {
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
            <td>{change.before ?? "–"}</td>
            <td>{change.after ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
