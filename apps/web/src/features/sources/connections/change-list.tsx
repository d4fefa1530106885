import type { ConnectionDetail, RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { RecordTable } from "../../../blocks/record-table/record-table.tsx";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import classes from "./change-list.module.css";
import { describeChange } from "./describe-change.ts";
import { PersonName } from "./person-name.tsx";

type Props = { connection: Pick<ConnectionDetail, "id" | "tenantId">; formats: FormatChoices };
type Change = RouteOutput<Routes["listSourceChanges"]>["items"][number];

/** Who changed what of a connection, newest first. */
export function ChangeList({ connection: { id, tenantId }, formats }: Props) {
  const pages = usePages("listSourceChanges", { tenantId, connection: id });
  return (
    <RecordTable<Change>
      name="Changes"
      pages={pages}
      rowKey={({ at, act }) => `${at} ${act}`}
      empty={<p className={classes.quiet}>Nothing has been changed yet.</p>}
      columns={[
        { label: "When", cell: ({ at }) => formatInstant(at, formats) },
        { label: "Who", cell: ({ by }) => (by ? <PersonName uid={by} /> : "The product") },
        { label: "Action", cell: ({ act }) => act.slice(0, 1).toUpperCase() + act.slice(1).replaceAll("_", " ") },
        { label: "What", cell: ({ details }) => <What details={details} formats={formats} /> },
      ]}
    />
  );
}

function What({ details, formats }: { details: Change["details"]; formats: FormatChoices }) {
  return (
    <ul className={classes.list}>
      {describeChange(details).map(({ name, before, after }) => (
        <li key={name}>
          <span className={classes.name}>{name}</span>{" "}
          {before !== null && (
            <>
              <del className={classes.before}>
                <Said name={name} text={before} formats={formats} />
              </del>{" "}
              <span aria-hidden="true">→</span>{" "}
            </>
          )}
          <span className={classes.after}>
            <Said name={name} text={after} formats={formats} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A person by name and an instant in its reader's zone; anything else as it is. */
function Said({ name, text, formats }: { name: string; text: string; formats: FormatChoices }) {
  if (name === "Owner" && text !== "nobody") return <PersonName uid={text} />;
  if (name === "Until" && !Number.isNaN(Date.parse(text))) return formatInstant(text, formats);
  return text;
}
