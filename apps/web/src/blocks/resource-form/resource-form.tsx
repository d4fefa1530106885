import type { EntityField, EntityRow, EntityValue } from "@console/contracts";
import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useRef, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import { UnsavedChangesDialog } from "../confirm-dialog/unsaved-changes-dialog.tsx";
import { Difference } from "./difference.tsx";
import { FieldInput } from "./field-input.tsx";
import { changedValues, type FormValues, listMeant, toValueChange } from "./form-values.ts";
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
  /** `isConfirmed` where the reader saves although they were warned. */
  onSave: (changes: Record<string, EntityValue>, stored: EntityRow | null, isConfirmed: boolean) => Promise<void>;
  onCancel: () => void;
  /** Reads the row again after someone else has changed it. */
  onReadAgain?: () => Promise<EntityRow>;
};

const wideTypes = new Set(["lines", "attributes", "choices", "picture"]);

/** A form for the fields of a row. What is refused is told at its field, and everything typed stays. */
export function ResourceForm(props: Props) {
  const { name, fields: all, stored: first, saveLabel, onSave, onCancel, onReadAgain, remark } = props;
  const [stored, setStored] = useState(first);
  const [other, setOther] = useState<EntityRow | null>(null);
  const [isWarned, setIsWarned] = useState(false);
  const isDone = useRef(false);
  const isField = (field: string) => all.some((one) => one.name === field);
  const form = useAppForm<FormValues>({ initialValues: props.initialValues ?? {}, isField });
  const { values: typed, errors, failure, submitting: isSaving } = form;
  const fields = listMeant(all, { ...stored, ...typed });
  const changes = changedValues(fields, stored, typed);
  const shownFor = (field: string) => (typed[field] === undefined ? stored?.[field] : typed[field]);
  // Not the library's: here an empty text and nothing at all are the same.
  const isDirty = Object.keys(changedValues(fields, { ...stored, ...form.getInitialValues() }, typed)).length > 0;
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty && !isDone.current,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });

  async function save() {
    isDone.current = true;
    try {
      await onSave(changes, stored, isWarned);
    } catch (error) {
      isDone.current = false;
      form.refuse(error);
      const isWarning = error instanceof ApiError && Object.hasOwn(error.fields, "isConfirmed");
      setIsWarned(isWarning);
      if (isWarning) return;
      const isConflict =
        error instanceof ApiError && error.kind === "conflict" && !Object.keys(error.fields).some(isField);
      if (isConflict && onReadAgain) setOther(await onReadAgain());
    }
  }

  return (
    <form ref={form.element} className={classes.form} noValidate aria-label={name} onSubmit={form.submit(save)}>
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
                setIsWarned(false);
                form.change(toValueChange(field, next, title));
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
            form.setFailure(null);
          }}
        />
      )}
      <div className={classes.actions}>
        <p className={`${classes.words} ${failure ? classes.problem : ""}`} role={failure ? "alert" : "status"}>
          {failure?.message ?? (Object.keys(errors).length > 0 ? "Some fields need your attention." : "")}
          {failure instanceof ApiError && failure.kind === "unexpected" && ` Request ID: ${failure.requestId}`}
        </p>
        <Button variant="default" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSaving} disabled={other !== null || (stored !== null && !isDirty)}>
          {isWarned ? "Save anyway" : saveLabel}
        </Button>
      </div>
      {blocker.status === "blocked" && <UnsavedChangesDialog onStay={blocker.reset} onLeave={blocker.proceed} />}
    </form>
  );
}
