import type { EntityField, EntityRow, EntityValue } from "@console/contracts";
import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { UnsavedChangesDialog } from "../confirm-dialog/unsaved-changes-dialog.tsx";
import { Difference } from "./difference.tsx";
import { FieldInput } from "./field-input.tsx";
import { changedValues, type FormValues, withValue } from "./form-values.ts";
import classes from "./resource-form.module.css";

type Props = {
  /** Its accessible name. */
  name: string;
  fields: readonly EntityField[];
  /** Null for a new row. */
  stored: EntityRow | null;
  /** What stands in the fields of a new row from the start. */
  initialValues?: FormValues | undefined;
  /** What is said under the fields about what stands in them. */
  remark?: ((values: FormValues) => ReactNode) | undefined;
  saveLabel: string;
  onSave: (changes: Record<string, EntityValue>, stored: EntityRow | null) => Promise<void>;
  onCancel: () => void;
  /** Reads the row again after somebody else has changed it. */
  onReadAgain?: () => Promise<EntityRow>;
};

const wideTypes = new Set(["lines", "attributes", "choices", "picture"]);

/** A form for the fields of a row. What is refused is told at its field, and everything typed stays. */
export function ResourceForm(props: Props) {
  const { name, fields, stored: first, saveLabel, onSave, onCancel, onReadAgain, remark } = props;
  const [stored, setStored] = useState(first);
  const [initialValues] = useState<FormValues>(props.initialValues ?? {});
  const [typed, setTyped] = useState(initialValues);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [other, setOther] = useState<EntityRow | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isDone = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  const changes = changedValues(fields, stored, typed);
  const shownFor = (field: string) => (typed[field] === undefined ? stored?.[field] : typed[field]);
  const isDirty = Object.keys(changedValues(fields, { ...stored, ...initialValues }, typed)).length > 0;
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isDone.current,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

  async function save() {
    if (isSaving) return;
    setIsSaving(true);
    setFailure(null);
    isDone.current = true;
    try {
      await onSave(changes, stored);
    } catch (error) {
      isDone.current = false;
      if (!(error instanceof Error)) throw error;
      await refuse(error);
    } finally {
      setIsSaving(false);
    }
  }

  async function refuse(error: Error) {
    const named = error instanceof ApiError ? error.fields : {};
    const fieldErrors = Object.fromEntries(
      Object.entries(named).filter(([field]) => fields.some((one) => one.name === field)),
    );
    setErrors(fieldErrors);
    if (Object.keys(fieldErrors).length === 0) setFailure(error);
    const isConflict = error instanceof ApiError && error.kind === "conflict" && Object.keys(fieldErrors).length === 0;
    if (isConflict && onReadAgain) setOther(await onReadAgain());
    // Once the errors are drawn, so that they are read with their fields.
    setTimeout(() => element.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={classes.fields}>
        {fields.map((field, at) => (
          <div key={field.name} className={wideTypes.has(field.type) ? classes.wide : undefined}>
            <FieldInput
              field={field}
              isFirst={at === 0}
              value={shownFor(field.name) ?? null}
              title={field.refersTo ? shownFor(field.refersTo.title) : null}
              error={errors[field.name]}
              onChange={(next, title) => {
                setTyped((before) => withValue(before, field, next, title));
                setErrors(({ [field.name]: _, ...rest }) => rest);
              }}
            />
          </div>
        ))}
      </div>
      {remark?.({ ...stored, ...typed })}
      {other && stored && (
        <Difference
          fields={fields}
          mine={{ ...stored, ...typed }}
          before={stored}
          theirs={other}
          onTake={() => {
            setStored(other);
            setOther(null);
            setFailure(null);
          }}
        />
      )}
      <div className={classes.actions}>
        <p className={`${classes.words} ${failure ? classes.problem : ""}`} role={failure ? "alert" : "status"}>
          {failure?.message ?? (Object.keys(errors).length > 0 ? "Some fields need another look." : "")}
          {failure instanceof ApiError && failure.kind === "unexpected" && ` Request id: ${failure.requestId}`}
        </p>
        <Button variant="default" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving} disabled={other !== null || (stored !== null && !isDirty)}>
          {saveLabel}
        </Button>
      </div>
      {blocker.status === "blocked" && <UnsavedChangesDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </form>
  );
}
