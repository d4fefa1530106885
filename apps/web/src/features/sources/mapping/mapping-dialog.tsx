import { Button } from "@mantine/core";
import dialog from "../../../blocks/confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../../../blocks/confirm-dialog/confirm-dialog.tsx";
import { useFormats } from "../../../lib/use-formats.ts";
import { impactLines } from "./impact-lines.ts";
import classes from "./mapping-dialog.module.css";
import type { MappingDialogState } from "./use-mapping-dialog.ts";

type Props = { state: MappingDialogState; isSaving: boolean; onSave: () => void; onClose: () => void };

/** What is said after a mapping was saved. */
export const savedWords = "Rows that are already stored follow when they are read again.";

/** Shows what a mapping would change, and asks whether to save it. */
export function MappingDialog({ state, isSaving, onSave, onClose }: Props) {
  const formats = useFormats();
  const lines = "impact" in state ? impactLines(state.impact, formats) : [];
  return (
    <ConfirmDialog title="Save the mapping" onClose={onClose}>
      <div className={dialog.form}>
        {"failure" in state && (
          <p role="alert" className={dialog.problem}>
            The effect could not be calculated. {state.failure.message}
          </p>
        )}
        {"impact" in state && lines.length === 0 && <p>It does not change stored rows.</p>}
        {lines.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          <ul className={classes.lines} aria-label="Effect" tabIndex={0}>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          <Button data-autofocus loading={isSaving} onClick={onSave}>
            Save the mapping
          </Button>
        </div>
      </div>
    </ConfirmDialog>
  );
}
