import type { ConnectionDetail, SourceName } from "@console/contracts";
import { useState } from "react";
import { ApiError, callApi } from "../../../../lib/api.ts";
import { useWrite } from "../../../../lib/queries.ts";
import { type ConnectionValues, toChange, toCreation, toValues, withKind } from "./connection-values.ts";
import { rebase } from "./rebase.ts";

/** Everything that the form of a connection remembers and does. */
export type ConnectionFormState = ReturnType<typeof useConnectionForm>;

/** Keeps what is typed, saves it, and keeps it also where saving fails. */
export function useConnectionForm(source: SourceName, first: ConnectionDetail | null, tenantId = "") {
  const [stored, setStored] = useState(first);
  const [values, setValues] = useState(() => toValues(source, first, tenantId));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const create = useWrite("createConnection");
  const update = useWrite("updateConnection");
  const isDirty = JSON.stringify(toValues(source, stored, tenantId)) !== JSON.stringify(values);

  function change(part: Partial<ConnectionValues>) {
    setValues((before) => ({ ...(part.kind ? withKind(before, part.kind) : before), ...part }));
    const isTouched = (name: string) => Object.keys(part).some((key) => name === key || name.startsWith(`${key}.`));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !isTouched(name))));
  }

  /** Changes the mapping as it stands when an answer comes. */
  function changeMapping(next: (mapping: ConnectionValues["mapping"]) => ConnectionValues["mapping"]) {
    setValues((before) => ({ ...before, mapping: next(before.mapping) }));
  }

  function changeSetting(name: string, value: string) {
    setValues((before) => ({ ...before, settings: { ...before.settings, [name]: value } }));
    setErrors(({ [`settings.${name}`]: _, ...rest }) => rest);
  }

  /** Whether nothing is left out that is always needed; what is, is told at its field. */
  function isComplete(): boolean {
    setFailure(null);
    const lacking = lackingIn(values);
    setErrors(lacking);
    return Object.keys(lacking).length === 0;
  }

  /** Tells why a call was refused, at its fields where it says so. */
  function refuse(error: Error) {
    setErrors(error instanceof ApiError ? error.fields : {});
    setFailure(error);
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

  /** Takes over what somebody else has stored, beneath what was typed here. */
  async function readAgain(): Promise<void> {
    if (!stored) return;
    try {
      const now = await callApi("getConnection", { tenantId: stored.tenantId, connection: stored.id });
      setValues(rebase(toValues(source, stored), values, toValues(source, now)));
      setStored(now);
      setFailure(null);
      setErrors({});
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setFailure(error);
    }
  }

  return {
    source,
    stored,
    values,
    errors,
    failure,
    isDirty,
    change,
    changeMapping,
    changeSetting,
    isComplete,
    refuse,
    save,
    readAgain,
    tell: setErrors,
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
