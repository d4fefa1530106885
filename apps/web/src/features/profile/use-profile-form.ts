import type { UserDocument } from "@console/contracts";
import { useState, useSyncExternalStore } from "react";
import { ApiError } from "../../lib/api.ts";
import { updateProfile } from "../../lib/auth/session.ts";
import { showToast } from "../../lib/toasts.ts";
import { chooseColorScheme, colorSchemeChoice, subscribeColorScheme } from "../../shell/theme/color-scheme.ts";
import {
  changedFields,
  checkProfile,
  isProfileField,
  type ProfileErrors,
  type ProfileField,
  type ProfileValues,
  toValues,
} from "./profile-values.ts";

/** Everything that the profile form remembers and does. */
export type ProfileFormState = {
  values: ProfileValues;
  errors: ProfileErrors;
  failure: Error | null;
  isDirty: boolean;
  isSaving: boolean;
  change: (part: Partial<ProfileValues>) => void;
  discard: () => void;
  save: () => Promise<void>;
};

/** The id of a field's control on the page. */
export function fieldId(field: ProfileField): string {
  return `profile-${field}`;
}

/** Keeps what was changed of a user's profile, checks it and saves it at once. */
export function useProfileForm(user: UserDocument): ProfileFormState {
  const theme = useSyncExternalStore(subscribeColorScheme, colorSchemeChoice);
  const [changes, setChanges] = useState<Partial<ProfileValues>>({});
  const [shownErrors, setShownErrors] = useState<ProfileErrors>({});
  const [failure, setFailure] = useState<Error | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const stored = toValues(user, theme);
  const values = { ...stored, ...changes };

  function show(errors: ProfileErrors) {
    setShownErrors(errors);
    const [first] = Object.keys(errors) as ProfileField[];
    // Once the error is drawn, so that it is read with the field.
    if (first) setTimeout(() => document.getElementById(fieldId(first))?.focus());
  }

  function change(part: Partial<ProfileValues>) {
    setChanges((before) => ({ ...before, ...part }));
    setShownErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !Object.hasOwn(part, name))),
    );
  }

  function discard() {
    setChanges({});
    setShownErrors({});
    setFailure(null);
  }

  async function save() {
    if (isSaving) return;
    const { fields, errors } = checkProfile(stored, values);
    setFailure(null);
    show(errors);
    if (Object.keys(errors).length > 0) return;
    setIsSaving(true);
    try {
      await updateProfile(fields);
      if (fields.theme) chooseColorScheme(fields.theme);
      discard();
      showToast({ title: "Profile", message: "Your changes are saved.", type: "success" });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const named = error instanceof ApiError ? Object.entries(error.fields) : [];
      const ours = named.filter(([name]) => isProfileField(name, values));
      if (ours.length > 0) show(Object.fromEntries(ours));
      else setFailure(error);
    } finally {
      setIsSaving(false);
    }
  }

  const isDirty = changedFields(stored, values).length > 0;
  return { values, errors: shownErrors, failure, isDirty, isSaving, change, discard, save };
}
