import type { ConnectionDetail, SourceName } from "@console/contracts";
import { useState } from "react";
import { ApiError, callApi } from "../../../../lib/api.ts";
import { useWrite } from "../../../../lib/queries.ts";
import { useAppForm } from "../../../../lib/use-app-form.ts";
import { type ConnectionValues, toChange, toCreation, toValues, withKind } from "./connection-values.ts";
import { rebase } from "./rebase.ts";

/** Everything that the form of a connection remembers and does. */
export type ConnectionFormState = ReturnType<typeof useConnectionForm>;

/** Keeps what is typed, saves it, and keeps it also where saving fails. */
export function useConnectionForm(source: SourceName, first: ConnectionDetail | null, tenantId = "") {
  const [stored, setStored] = useState(first);
  const form = useAppForm<ConnectionValues>({
    initialValues: toValues(source, first, tenantId),
    // It also names settings and parts of the mapping.
    isField: () => true,
  });
  const { values, errors, failure } = form;
  const create = useWrite("createConnection");
  const update = useWrite("updateConnection");

  function change(part: Partial<ConnectionValues>) {
    form.change(part.kind ? { ...withKind(form.getValues(), part.kind), ...part } : part);
    const isTouched = (name: string) => Object.keys(part).some((key) => name.startsWith(`${key}.`));
    for (const name of Object.keys(errors).filter(isTouched)) form.clearFieldError(name);
  }

  /** Changes the mapping as it stands when an answer comes. */
  function changeMapping(next: (mapping: ConnectionValues["mapping"]) => ConnectionValues["mapping"]) {
    form.change({ mapping: next(form.getValues().mapping) });
  }

  function changeSetting(name: string, value: string) {
    form.change({ settings: { ...form.getValues().settings, [name]: value } });
    form.clearFieldError(`settings.${name}`);
  }

  /** Whether nothing is left out that is always needed; what is, is told at its field. */
  function isComplete(): boolean {
    form.setFailure(null);
    const lacking = lackingIn(values);
    form.showErrors(lacking);
    return Object.keys(lacking).length === 0;
  }

  /** Tells why a call was refused, at its fields where it says so. */
  function refuse(error: Error) {
    form.refuse(error);
    form.setFailure(error);
  }

  /** Saves what was typed; null where that was refused, and then it says why. */
  async function save(): Promise<ConnectionDetail | null> {
    if (!isComplete()) return null;
    try {
      return await (stored
        ? update.mutateAsync({
            tenantId: stored.tenantId,
            connection: stored.id,
            version: stored.version,
            ...toChange(stored, values),
          })
        : create.mutateAsync(toCreation(source, values)));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      refuse(error);
      return null;
    }
  }

  /** Takes over what someone else has stored, beneath what was typed here. */
  async function readAgain(): Promise<void> {
    if (!stored) return;
    try {
      const now = await callApi("getConnection", { tenantId: stored.tenantId, connection: stored.id });
      form.setInitialValues(toValues(source, now));
      form.setValues(rebase(toValues(source, stored), values, toValues(source, now)));
      setStored(now);
      form.setFailure(null);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      form.setFailure(error);
    }
  }

  return {
    source,
    stored,
    values,
    errors,
    failure,
    isDirty: form.isDirty(),
    element: form.element,
    change,
    changeMapping,
    changeSetting,
    isComplete,
    refuse,
    save,
    readAgain,
    tell: form.showErrors,
    /** The mapping that is about to be saved; null where a stored one stays as it is, or there is none yet. */
    changedMapping: (stored && toChange(stored, values).mapping) ?? null,
    isSaving: create.isPending || update.isPending,
    isConflict: failure instanceof ApiError && failure.kind === "conflict",
  };
}

function lackingIn({ tenantId, name }: ConnectionValues): Record<string, string> {
  return {
    ...(tenantId === "" && { tenantId: "Choose the tenant whose data it is." }),
    ...(name.trim() === "" && { name: "Give it a name." }),
  };
}
