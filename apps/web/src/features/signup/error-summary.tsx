import { IconAlertCircle } from "@tabler/icons-react";
import type { RefObject } from "react";
import { type FieldErrors, type FieldName, fieldLabels } from "./check-signup.ts";
import classes from "./signup-dialog.module.css";

/** The id of a field's control on the page. */
export function fieldId(name: FieldName): string {
  return `signup-${name}`;
}

/** What stopped the form, above it: each line leads to its field. */
export function ErrorSummary({ errors, ref }: { errors: FieldErrors; ref: RefObject<HTMLDivElement | null> }) {
  const names = (Object.keys(fieldLabels) as FieldName[]).filter((name) => errors[name] !== undefined);
  if (names.length === 0) return null;
  return (
    <div ref={ref} className={classes.problem} role="alert" tabIndex={-1}>
      <IconAlertCircle size={18} stroke={1.5} aria-hidden="true" />
      <div>
        <p className={classes.problemTitle}>
          {names.length === 1 ? "One field needs a change." : `${names.length} fields need a change.`}
        </p>
        <ul className={classes.problemList}>
          {names.map((name) => (
            <li key={name}>
              <a
                href={`#${fieldId(name)}`}
                onClick={(event) => {
                  // Followed as a link it would change the address and with it the dialog's place in the history.
                  event.preventDefault();
                  document.getElementById(fieldId(name))?.focus();
                }}
              >
                {fieldLabels[name]}
              </a>
              : {errors[name]}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
