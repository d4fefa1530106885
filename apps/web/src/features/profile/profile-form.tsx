import type { UserDocument } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { ApiError } from "../../lib/api.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { FormatFields } from "./format-fields.tsx";
import { PhotoField } from "./photo-field.tsx";
import classes from "./profile-page.module.css";
import { ProfileSection } from "./profile-section.tsx";
import { ThemeField } from "./theme-field.tsx";
import { fieldId, useProfileForm } from "./use-profile-form.ts";

const LeaveQuestion = lazy(async () => ({
  default: (await import("../../blocks/confirm-dialog/unsaved-changes-dialog.tsx")).UnsavedChangesDialog,
}));

/** The fields of the profile, saved together; leaving with unsaved changes is asked about. */
export function ProfileForm({ user }: { user: UserDocument }) {
  const { tenant } = useAuth();
  const form = useProfileForm(user);
  const { values, errors, failure, isDirty, isSaving, change } = form;
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: isDirty, withResolver: true });

  return (
    <form className={classes.form} noValidate onSubmit={form.submit}>
      <ProfileSection title="About you" words="Your name and photo appear beside what you do.">
        <PhotoField form={form} />
        <div className={classes.fields}>
          <TextInput
            id={fieldId("name")}
            label="Name"
            autoComplete="name"
            value={values.name}
            error={errors.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            id={fieldId("phone")}
            label="Phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            placeholder="+971 50 123 4567"
            value={values.phone}
            error={errors.phone}
            onChange={(event) => change({ phone: event.currentTarget.value })}
          />
        </div>
        <dl className={classes.facts}>
          <div>
            <dt>Email</dt>
            <dd>{user.email ?? "None"}</dd>
          </div>
          <div>
            <dt>Role</dt>
            <dd>{`${user.role.charAt(0).toUpperCase()}${user.role.slice(1)}`}</dd>
          </div>
          <div>
            <dt>Tenant</dt>
            <dd>{tenant?.name ?? "None"}</dd>
          </div>
        </dl>
      </ProfileSection>
      <ProfileSection title="Language and formats" words="How times and numbers are shown to you.">
        <FormatFields form={form} />
      </ProfileSection>
      <ProfileSection title="Appearance" words="The theme of this browser.">
        <ThemeField value={values.theme} onChange={(theme) => change({ theme })} />
      </ProfileSection>
      <div className={classes.bar} data-dirty={isDirty || undefined}>
        {failure ? (
          <p role="alert" className={`${classes.barWords} ${classes.failure}`}>
            {failure.message}
            {failure instanceof ApiError && failure.requestId && ` Request ID: ${failure.requestId}`}
          </p>
        ) : (
          <p className={classes.barWords}>{isDirty ? "There are unsaved changes." : "Everything is saved."}</p>
        )}
        {isDirty && (
          <Button variant="default" disabled={isSaving} onClick={form.discard}>
            Discard
          </Button>
        )}
        <Button type="submit" disabled={!isDirty} loading={isSaving}>
          Save
        </Button>
      </div>
      {blocker.status === "blocked" && (
        <Suspense>
          <LeaveQuestion onStay={blocker.reset} onLeave={blocker.proceed} />
        </Suspense>
      )}
    </form>
  );
}
