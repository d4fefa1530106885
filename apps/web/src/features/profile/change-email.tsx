import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { requestEmailChange } from "../../lib/auth/session.ts";
import { passwordToggle } from "./password-toggle.ts";
import classes from "./profile-page.module.css";
import { ProfileSection } from "./profile-section.tsx";
import { useCredentialForm } from "./use-credential-form.ts";

type Values = { email: string; current: string };

const empty: Values = { email: "", current: "" };

/** Asks for another address, which counts once its owner has opened the link in the mail. */
export function ChangeEmail({ email }: { email: string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useCredentialForm<Values>({ initialValues: empty, check: (values) => findProblem(values, email) });
  const { field } = form;

  async function send({ email: newEmail, current }: Values) {
    if (!(await form.attempt(requestEmailChange(newEmail, current)))) return;
    setSentTo(newEmail.trim());
    form.reset();
  }

  return (
    <ProfileSection title="Email address" words={`You sign in with ${email ?? "no address"}.`}>
      <form
        ref={form.element}
        className={classes.narrow}
        noValidate
        onSubmit={(event) => {
          setSentTo(null);
          form.submit(send)(event);
        }}
      >
        <TextInput label="New email" type="email" inputMode="email" autoComplete="off" {...field("email")} />
        <PasswordInput
          {...passwordToggle}
          label="Current password"
          autoComplete="current-password"
          {...field("current")}
        />
        {form.failure && (
          <p role="alert" className={classes.failure}>
            {form.failure.message}
          </p>
        )}
        <Button type="submit" variant="default" loading={form.submitting}>
          Send confirmation
        </Button>
        <div role="status" className={classes.status}>
          {sentTo && (
            <p className={classes.notice}>
              We wrote to {sentTo}. Open the link in that email to confirm the address. Until then your old one stays.
            </p>
          )}
        </div>
      </form>
    </ProfileSection>
  );
}

/** The first thing that is wrong. */
function findProblem({ email, current }: Values, ownEmail: string | null): Partial<Values> {
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(address)) return { email: "Enter an email address such as name@company.com." };
  if (address === ownEmail) return { email: "This is already your address." };
  return current === "" ? { current: "Enter your current password." } : {};
}
