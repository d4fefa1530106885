import { Button } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { PasswordRules } from "../../blocks/password-rules/password-rules.tsx";
import { AuthError } from "../../lib/auth/auth-error.ts";
import type { PasswordPolicy } from "../../lib/auth/password-policy.ts";
import { confirmPasswordReset } from "../../lib/auth/session.ts";
import { LinkProblem } from "./link-problem.tsx";
import { PasswordField } from "./password-field.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import classes from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";
import { useFocusOnArrival } from "./use-focus-on-arrival.ts";

type Props = { code: string; email: string | null; policy: PasswordPolicy | null; onDone: () => void };

const rulesId = "password-rules";

/** The choice of a new password, typed twice. */
export function NewPasswordForm({ code, email, policy, onDone }: Props) {
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isSending, setIsSending] = useState(false);
  const passwordField = useRef<HTMLInputElement>(null);
  const repeatedField = useRef<HTMLInputElement>(null);
  useFocusOnArrival(passwordField);

  const broken = (policy?.rules ?? []).filter((rule) => !rule.test(password));
  const isTooWeak = password === "" || broken.length > 0;
  const isDifferent = repeated !== password;

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setHasTried(true);
    setFailure(null);
    if (isTooWeak) return passwordField.current?.focus();
    if (isDifferent) return repeatedField.current?.focus();
    setIsSending(true);
    try {
      await confirmPasswordReset(code, password);
      onDone();
    } catch (error) {
      setIsSending(false);
      setFailure(error as Error);
      passwordField.current?.focus();
    }
  }

  if (failure instanceof AuthError && failure.isAboutCode) return <LinkProblem message={failure.message} />;

  return (
    <SignInFrame title="New password" lead={email && <>For the account {email}.</>}>
      <form className={classes.form} noValidate onSubmit={(event) => void send(event)} aria-busy={isSending}>
        {failure && <ProblemNotice>{failure.message}</ProblemNotice>}
        {/* Password managers store the new password under this name. */}
        <input
          className={classes.hidden}
          type="text"
          name="username"
          autoComplete="username"
          value={email ?? ""}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          ref={passwordField}
          label="New password"
          name="new-password"
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          describedBy={rulesId}
          error={hasTried && isTooWeak && "Choose a password that meets all rules below."}
        />
        <PasswordRules id={rulesId} policy={policy} password={password} email={email} />
        <PasswordField
          ref={repeatedField}
          label="Repeat the password"
          name="repeated-password"
          autoComplete="new-password"
          value={repeated}
          onChange={setRepeated}
          error={
            (hasTried ? isDifferent : !password.startsWith(repeated)) &&
            "The two passwords differ. Type the same one twice."
          }
        />
        <Button type="submit" fullWidth loading={isSending}>
          Set new password
        </Button>
        <p className={classes.lead}>You will be signed out everywhere and then sign in with the new password.</p>
      </form>
    </SignInFrame>
  );
}
