import type { UserDocument } from "@console/contracts";
import { type SyntheticEvent, useSyncExternalStore } from "react";
import { updateProfile } from "../../lib/auth/session.ts";
import { showToast } from "../../lib/toasts.ts";
import { type FieldErrors, useAppForm } from "../../lib/use-app-form.ts";
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
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
};

/** The id of a field's control on the page. */
export function fieldId(field: ProfileField): string {
  return `profile-${field}`;
}

/** Keeps what was changed of a user's profile, checks it and saves it at once. */
export function useProfileForm(user: UserDocument): ProfileFormState {
  const theme = useSyncExternalStore(subscribeColorScheme, colorSchemeChoice);
  const stored = toValues(user, theme);
  const form = useAppForm<{ changes: Partial<ProfileValues> }>({
    initialValues: { changes: {} },
    check: ({ changes }) => checkProfile(stored, { ...stored, ...changes }).errors as FieldErrors,
    isField: (name) => isProfileField(name, stored),
    fieldId: (name) => fieldId(name as ProfileField),
  });
  const values = { ...stored, ...form.values.changes };

  function change(part: Partial<ProfileValues>) {
    form.change({ changes: { ...form.getValues().changes, ...part } });
    for (const name of Object.keys(part)) form.clearFieldError(name);
  }

  function discard() {
    form.reset();
    form.setFailure(null);
  }

  async function save() {
    const { fields } = checkProfile(stored, values);
    await updateProfile(fields);
    if (fields.theme) chooseColorScheme(fields.theme);
    discard();
    showToast({ title: "Profile", message: "Your changes are saved.", type: "success" });
  }

  return {
    values,
    errors: form.errors as ProfileErrors,
    failure: form.failure,
    isDirty: changedFields(stored, values).length > 0,
    isSaving: form.submitting,
    change,
    discard,
    submit: form.submit(save),
  };
}
