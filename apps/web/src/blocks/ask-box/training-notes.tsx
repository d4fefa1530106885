import type { AskAnswer, TrainingUse } from "@console/contracts";
import { formatDayRange, formatInstant } from "@console/figures/format";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./ask-box.module.css";

/** What was taught and made the answer what it is, and who stands for it. */
export function TrainingNotes({ answer: { training = [], verified } }: { answer: AskAnswer }) {
  const formats = useFormats();
  // Answers and documents are shown by themselves.
  const others = training.filter(({ kind }) => kind === "word" || kind === "example");
  return (
    <>
      {verified && (
        <p className={classes.note}>
          Verified{verified.by ? ` by ${verified.by}` : ""}, {formatInstant(verified.at, formats)}
          {verified.endsOn && `, valid until ${formatDayRange(verified.endsOn, verified.endsOn, "", formats)}`}
        </p>
      )}
      {others.length > 0 && (
        <ul className={classes.chips} aria-label="Training used">
          {others.map((use) => (
            <li key={use.id} className={classes.trained}>
              {sayUse(use)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function sayUse({ kind, scope, label }: TrainingUse): string {
  const owner = scope === "tenant" ? "Your organisation's" : "Shared";
  return `${owner} ${kind}: ${label}`;
}
