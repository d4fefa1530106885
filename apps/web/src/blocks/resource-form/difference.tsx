import type { EntityField, EntityRow } from "@console/contracts";
import { Button } from "@mantine/core";
import { isSame, shownIn } from "./form-values.ts";
import classes from "./resource-form.module.css";

type Props = {
  fields: readonly EntityField[];
  /** As it was when the form was opened, (current), and as it was typed. */
  before: EntityRow;
  theirs: EntityRow;
  mine: EntityRow;
  onTake: () => void;
};

/** What someone else has changed meanwhile, beside what was typed here. */
export function Difference({ fields, before, theirs, mine, onTake }: Props) {
  const differing = fields.filter(({ name }) => !isSame(before[name] ?? null, theirs[name] ?? null));
  return (
    <section className={classes.difference} aria-label="What changed in the meantime">
      <h3>What changed in the meantime</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field.name}>
              <th scope="row">{field.label}</th>
              <td>{shownIn(field, before)}</td>
              <td>{shownIn(field, theirs)}</td>
              <td>{isSame(before[field.name] ?? null, mine[field.name] ?? null) ? "–" : shownIn(field, mine)}</td>
            </tr>
          ))}
          {differing.length === 0 && (
            <tr>
              <td colSpan={4}>None of the fields in this form.</td>
            </tr>
          )}
        </tbody>
      </table>
      <Button size="compact-sm" variant="default" onClick={onTake}>
        Continue with the newer version, keep my input
      </Button>
    </section>
  );
}
