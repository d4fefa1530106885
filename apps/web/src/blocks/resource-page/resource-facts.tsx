import type { EntityDescription, EntityField, EntityRow, EntityValue } from "@console/contracts";
import { type FormatChoices, formatCell, formatInstant } from "@console/figures/format";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ChangeTable } from "../detail/change-table.tsx";
import detail from "../detail/detail.module.css";
import { listMeant, shownIn } from "../resource-form/form-values.ts";
import classes from "./resource-page.module.css";

type Props = { row: EntityRow; description: EntityDescription; formats: FormatChoices };

/** The fields of a row under their headings; what is empty, or stands in the head already, is left out. */
export function ResourceFacts({ row, description, formats }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const fields = listMeant(withoutHead(description, row), row);
  const hasEmpty = fields.some((field) => isEmpty(field, row));
  const shown = isWhole ? fields : fields.filter((field) => !isEmpty(field, row));
  const groups = groupFields(description.fields, shown);
  return (
    <div className={classes.groups}>
      {[...groups].map(([group, members]) => (
        <section key={group} className={classes.group} aria-label={group}>
          {groups.size > 1 && <h3 className={classes.groupName}>{group}</h3>}
          <dl className={detail.facts}>
            {members.map((field) => (
              <div key={field.name} data-wide={isWide(field) || undefined}>
                <dt>{field.label}</dt>
                <dd>{toFact(field, row, formats)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {hasEmpty && (
        <Button variant="subtle" size="compact-sm" className={classes.toggle} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? "Hide empty fields" : "Show empty fields"}
        </Button>
      )}
    </div>
  );
}

/** The figures of a row that matter most. */
export function ResourceHeadline({ row, description, formats }: Props) {
  const fields = (description.headline ?? []).flatMap((name) => description.fields.filter((one) => one.name === name));
  if (fields.length === 0) return null;
  return (
    <dl className={classes.headline}>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>{field.label}</dt>
          <dd>{isEmpty(field, row) ? sayEmpty(field) : toFact(field, row, formats)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The fields that the head of the page does not tell, by themselves or under the same label. */
function withoutHead({ fields, title, heading = title, headline = [] }: EntityDescription, row: EntityRow) {
  const headed = row[heading] ? heading : title;
  const labels = new Set(fields.filter(({ name }) => headline.includes(name)).map(({ label }) => label));
  return fields.filter(({ name, label }) => name !== headed && name !== "status" && !labels.has(label));
}

/** The shown fields by their headings, which keep their order whatever is empty. */
function groupFields(fields: readonly EntityField[], shown: readonly EntityField[]): Map<string, EntityField[]> {
  const names = [...new Set(fields.map(({ group = "Details" }) => group))];
  const groups = names.map((name): [string, EntityField[]] => [
    name,
    shown.filter(({ group = "Details" }) => group === name),
  ]);
  return new Map(groups.filter(([, members]) => members.length > 0));
}

function sayEmpty({ type }: EntityField): string {
  return type === "instant" || type === "day" ? "Never" : "None";
}

/** Whether a field has nothing to tell; no is an answer. */
function isEmpty(field: EntityField, row: EntityRow): boolean {
  const value: EntityValue = (field.refersTo ? row[field.refersTo.title] : null) ?? row[field.name] ?? null;
  if (value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

function isWide({ type }: EntityField): boolean {
  return type === "changes" || type === "lines" || type === "attributes";
}

function toFact(field: EntityField, row: EntityRow, formats: FormatChoices): ReactNode {
  const value = row[field.name] ?? null;
  if (field.type === "picture") return typeof value === "string" && value ? <img src={value} alt={field.label} /> : "–";
  if (field.type === "instant" && typeof value === "string") return formatInstant(value, formats);
  if (field.type === "changes" && Array.isArray(value)) {
    const changes = value.filter((one) => typeof one !== "string");
    return changes.length === 0 ? "–" : <ChangeTable changes={changes} label={field.label} />;
  }
  if (field.type === "attributes" && typeof value === "object" && value !== null && !Array.isArray(value)) {
    return (
      <ul className={classes.attributes}>
        {Object.entries(value).map(([name, text]) => (
          <li key={name}>
            <span className={detail.quiet}>{name}</span> {text}
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === "number" || field.type === "day") {
    const plain = typeof value === "object" ? null : value;
    return formatCell(plain, field.type, { currency: "USD", formats });
  }
  return shownIn(field, row);
}
