import type { ActOutcome, EntityAction, EntityDescription, EntityRow, EntityValue } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../lib/api.ts";
import { refetchTopic } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useAppForm } from "../../lib/use-app-form.ts";
import dialog from "../confirm-dialog/confirm-dialog.module.css";
import { ConfirmDialog } from "../confirm-dialog/confirm-dialog.tsx";
import { FieldInput } from "../resource-form/field-input.tsx";
import { changedValues, type FormValues, toValueChange } from "../resource-form/form-values.ts";
import { ActionOutcomes } from "./action-outcomes.tsx";

/** The rows that an action is meant for: some of them, or all that match. */
export type Meant = {
  count: number;
  ids?: string[];
  matching?: { search?: string; filter?: string[] };
  /** What the one row is called. */
  title?: string;
  /** The one row itself, whose values fields may begin with. */
  row?: EntityRow;
};

type Props = { description: EntityDescription; action: EntityAction; meant: Meant; onClose: (isDone: boolean) => void };

/** Asks before an action is done, takes what must be said with it, and tells of each row what became of it. */
export function ActionDialog({ description, action, meant, onClose }: Props) {
  const form = useAppForm({
    initialValues: { fields: initialFields(action, meant.row), confirmation: "" },
    isField: (name) => action.fields.some((field) => field.name === name),
  });
  const { fields: values, confirmation } = form.values;
  const [outcomes, setOutcomes] = useState<readonly ActOutcome[] | null>(null);
  const perform = useMutation({
    mutationFn: () =>
      callApi("actOnEntity", {
        entity: description.name,
        act: action.name,
        fields: changedValues(action.fields, null, values),
        ...(meant.ids ? { ids: meant.ids } : { matching: meant.matching ?? {} }),
      }),
    onSuccess: ({ outcomes: all }) => {
      const [first] = all;
      void refetchTopic("entities");
      if (all.length === 1 && first?.isDone) {
        showToast({ title: first.title, message: first.message, type: "success" });
        onClose(true);
      } else if (all.length === 1 && first && action.fields.length > 0) {
        // Everything typed stays, to be sent again with what was wrong put right.
        form.setFailure(new Error(first.message));
      } else setOutcomes(all);
    },
  });
  const rows = meant.count === 1 ? description.one.toLowerCase() : description.many.toLowerCase();
  const whom = meant.title ?? `${meant.count.toLocaleString("en-US")} ${rows}`;
  const mustType = action.isDangerous ? (meant.title ?? String(meant.count)) : null;

  if (outcomes)
    return (
      <ActionOutcomes action={action} outcomes={outcomes} onClose={() => onClose(outcomes.some((one) => one.isDone))} />
    );
  return (
    <ConfirmDialog title={`${action.label}: ${whom}`} onClose={() => onClose(false)}>
      <form
        ref={form.element}
        className={dialog.form}
        noValidate
        onSubmit={form.submit(async () => {
          if (mustType === null || confirmation === mustType) await perform.mutateAsync();
        })}
      >
        {action.question && <p>{action.question}</p>}
        {action.fields.map((field, at) => (
          <FieldInput
            key={field.name}
            field={field}
            isFirst={at === 0}
            value={(values[field.name] ?? null) as EntityValue}
            error={form.errors[field.name]}
            title={field.refersTo ? (values[field.refersTo.title] ?? null) : null}
            onChange={(next, title) => {
              form.change({ fields: { ...values, ...toValueChange(field, next, title) } });
              form.clearFieldError(field.name);
            }}
          />
        ))}
        {mustType !== null && (
          <TextInput label={`Type ${mustType} to confirm`} autoComplete="off" {...form.getInputProps("confirmation")} />
        )}
        {form.failure && (
          <p role="alert" className={dialog.problem}>
            {form.failure.message}
          </p>
        )}
        <div className={dialog.actions}>
          <Button variant="default" onClick={() => onClose(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            data-autofocus={action.fields.length === 0 && mustType === null ? true : undefined}
            {...(action.isDangerous && { color: "red" })}
            disabled={mustType !== null && confirmation !== mustType}
            loading={form.submitting}
          >
            {action.label}
          </Button>
        </div>
      </form>
    </ConfirmDialog>
  );
}

/** What its fields hold from the start: a value of the row itself, or the usual one. */
function initialFields({ fields }: EntityAction, row: EntityRow | undefined): FormValues {
  const entries = fields.map(
    ({ name, begins, initial }) => [name, (begins && row?.[begins]) ?? initial ?? null] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}
