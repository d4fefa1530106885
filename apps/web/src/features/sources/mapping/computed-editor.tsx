import "@mantine/core/styles/Input.css";
import {
  type ComputedColumn,
  type ExpressionProblem,
  expressionFunctions,
  expressionOperators,
  type SourceMapping,
} from "@console/contracts";
import { Button, Textarea, TextInput } from "@mantine/core";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useAppForm } from "../../../lib/use-app-form.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import { toReference } from "./change-computed.ts";
import classes from "./computed-columns.module.css";
import { ComputedRows } from "./computed-rows.tsx";
import { type ComputedSource, computeColumn, toPreviewInput, useComputedPreview } from "./use-computed-preview.ts";

type Props = {
  source: ComputedSource;
  mapping: SourceMapping;
  /** Which of the computed columns it is; one more than there are for a new one. */
  index: number;
  place: "Line" | "Row";
  onSave: (column: ComputedColumn) => void;
  onClose: () => void;
};

/** Writes one computed column: its values show while it is written, and it is kept only once it is right. */
export function ComputedEditor({ source, mapping, index, place, onSave, onClose }: Props) {
  const id = useId();
  const formats = useFormats();
  const before = mapping.computed?.[index];
  const form = useAppForm({
    initialValues: { name: before?.name ?? "", expression: before?.expression ?? "" },
    check: findGaps,
    fieldId: (name) => `${id}-${name}`,
  });
  const { name, expression } = form.values;
  const [isSaving, setSaving] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const toInput = (column: ComputedColumn) => toPreviewInput(source, mapping, index, column);
  const preview = useComputedPreview(toInput({ name: name.trim() || "New column", expression }));
  const isCurrent = preview.expression === expression;
  const { answer } = preview;
  const problem = isCurrent ? (answer?.problem ?? null) : null;

  useEffect(() => document.getElementById(`${id}-name`)?.focus(), [id]);
  // What was inserted is in the field only after it is drawn.
  useLayoutEffect(() => {
    if (caret.current === null || !area.current || area.current.value !== expression) return;
    area.current.focus();
    area.current.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [expression]);

  /** Puts a text where the caret is; `back` is how far from its end the caret goes. */
  function insert(text: string, back = 0) {
    const { selectionStart = expression.length, selectionEnd = expression.length } = area.current ?? {};
    caret.current = selectionStart + text.length - back;
    form.change({ expression: expression.slice(0, selectionStart) + text + expression.slice(selectionEnd) });
  }

  async function save(values: ComputedColumn) {
    setSaving(true);
    try {
      const column = { name: values.name.trim(), expression: values.expression };
      const checked = await computeColumn(toInput(column));
      if (checked.nameProblem !== null) return form.showErrors({ name: checked.nameProblem });
      if (checked.problem) return form.showErrors({ expression: describeProblem(checked.problem) });
      onSave(column);
    } finally {
      setSaving(false);
    }
  }

  const error = problem ? <MarkedProblem problem={problem} expression={expression} /> : form.errors.expression;
  const names = [
    ...source.columns.map((column) => column.name),
    ...(mapping.computed ?? []).slice(0, index).map((one) => one.name),
  ];
  return (
    <fieldset
      className={classes.editor}
      aria-label={before ? `Edit ${before.name}` : "New computed column"}
      onKeyDown={(event) => {
        // It may be within a form, which is not what is saved here.
        if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        form.submit(save)();
      }}
    >
      <TextInput
        id={`${id}-name`}
        size="xs"
        label="Column name"
        maxLength={120}
        className={classes.name}
        {...form.getInputProps("name")}
        error={form.errors.name ?? (name.trim() === "" ? undefined : answer?.nameProblem)}
      />
      <Textarea
        id={`${id}-expression`}
        ref={area}
        size="xs"
        label="Expression"
        placeholder="[Unit price] * [Quantity]"
        rows={3}
        resize="vertical"
        maxLength={1000}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes.code ?? "" }}
        {...form.getInputProps("expression")}
        error={error}
      />
      {names.length > 0 && (
        <div>
          <p className={classes.label} id={`${id}-columns`}>
            Insert a column
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: a list of buttons that insert, no set of fields */}
          <div className={classes.chips} role="group" aria-labelledby={`${id}-columns`}>
            {names.map((column) => (
              <Button key={column} size="compact-xs" variant="default" onClick={() => insert(toReference(column))}>
                {column}
              </Button>
            ))}
          </div>
        </div>
      )}
      <FunctionHelp onInsert={(functionName) => insert(`${functionName}()`, 1)} />
      <ComputedRows source={source} expression={preview.expression} preview={preview} place={place} formats={formats} />
      {form.failure && (
        <p role="alert" className={classes.problem}>
          {form.failure.message}
        </p>
      )}
      <div className={classes.actions}>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" loading={isSaving} onClick={() => form.submit(save)()}>
          {before ? "Save column" : "Add column"}
        </Button>
      </div>
    </fieldset>
  );
}

/** What is wrong, with its place in the expression. */
function MarkedProblem({ problem, expression }: { problem: ExpressionProblem; expression: string }) {
  const { start, end } = problem;
  return (
    <>
      {describeProblem(problem)}
      <code className={classes.marked} aria-hidden="true">
        {expression.slice(0, start)}
        <mark>{expression.slice(start, end) || "\u00a0"}</mark>
        {expression.slice(end)}
      </code>
    </>
  );
}

function describeProblem({ message, start }: ExpressionProblem): string {
  return `Character ${start + 1}: ${message}`;
}

function findGaps({ name, expression }: { name: string; expression: string }): Record<string, string> {
  return {
    ...(name.trim() === "" && { name: "Enter a name." }),
    ...(expression.trim() === "" && { expression: "Enter an expression." }),
  };
}

/** What expressions can be written with, a line for each. */
function FunctionHelp({ onInsert }: { onInsert: (name: string) => void }) {
  return (
    <details className={classes.help}>
      <summary>Functions and operators</summary>
      <p className={classes.quiet}>
        Column names go in square brackets, text in quotation marks. If a value that is needed is empty, the result is
        empty.
      </p>
      <ul className={classes.functions}>
        {expressionOperators.map(({ usage, words }) => (
          <li key={usage}>
            <code>{usage}</code>
            <span>{words}</span>
          </li>
        ))}
        {expressionFunctions.map(({ name, usage, words }) => (
          <li key={name}>
            <button
              type="button"
              className={classes.insert}
              aria-label={`Insert ${name}`}
              onClick={() => onInsert(name)}
            >
              <code>{usage}</code>
            </button>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
