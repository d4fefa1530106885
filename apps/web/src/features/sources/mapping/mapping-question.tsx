import { ownFormats } from "@console/figures/format";
import { Button } from "@mantine/core";
import questionClasses from "../../../blocks/question/question.module.css";
import { Question } from "../../../blocks/question/question.tsx";
import { useAuth } from "../../../lib/auth/use-auth.ts";
import { impactLines } from "./impact-lines.ts";
import classes from "./mapping-question.module.css";
import type { MappingQuestionState } from "./use-mapping-question.ts";

type Props = { question: MappingQuestionState; isSaving: boolean; onSave: () => void; onClose: () => void };

/** What is said after a mapping was saved. */
export const savedWords = "Rows that are already stored follow when they are read again.";

/** Shows what a mapping would change, and asks whether to save it. */
export function MappingQuestion({ question, isSaving, onSave, onClose }: Props) {
  const formats = useAuth().user ?? ownFormats;
  const lines = "impact" in question ? impactLines(question.impact, formats) : [];
  return (
    <Question title="Save the mapping" onClose={onClose}>
      <div className={questionClasses.form}>
        {"failure" in question && (
          <p role="alert" className={questionClasses.problem}>
            What it would change could not be counted. {question.failure.message}
          </p>
        )}
        {"impact" in question && lines.length === 0 && <p>It changes nothing of what is stored.</p>}
        {lines.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <ul className={classes.lines} aria-label="What it would change" tabIndex={0}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <div className={questionClasses.actions}>
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          <Button data-autofocus loading={isSaving} onClick={onSave}>
            Save the mapping
          </Button>
        </div>
      </div>
    </Question>
  );
}
