import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { trackEvent } from "../../lib/analytics.ts";
import { AuthError } from "../../lib/auth/auth-error.ts";
import { signIn } from "../../lib/auth/session.ts";
import { publicConfig } from "../../lib/config.ts";
import { formatClock, useCountdown } from "../../lib/use-countdown.ts";
import { DemoSignIns } from "./demo-sign-ins.tsx";
import { EmailField } from "./email-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import classes from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";
import { rememberEmail, rememberedEmail } from "./typed-email.ts";
import { useFocusOnArrival } from "./use-focus-on-arrival.ts";

/** Sign-in by email and password, or with Google; whoever is signed in is sent on by the guard of all pages. */
export function LoginPage({ note, problem }: { note: string | null; problem: string | null }) {
  const { isDemo, contactMail, hasGoogle } = publicConfig();
  const [email, setEmail] = useState(rememberedEmail);
  const [password, setPassword] = useState("");
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isSending, setIsSending] = useState(false);
  const throttle = useCountdown();
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  useFocusOnArrival(emailField);

  const isThrottled = throttle.secondsLeft > 0;
  const isDisabled = failure instanceof AuthError && failure.code === "USER_DISABLED";

  function changeEmail(value: string) {
    setEmail(value);
    rememberEmail(value);
    // The wait belongs to the account, and this is another one.
    if (isThrottled) {
      throttle.start(0);
      setFailure(null);
    }
  }

  function choose(demoEmail: string, demoPassword: string) {
    changeEmail(demoEmail);
    setPassword(demoPassword);
    setFailure(null);
    submitButton.current?.focus();
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    if (isSending || isThrottled) return;
    setHasTried(true);
    setFailure(null);
    if (email.trim() === "") return emailField.current?.focus();
    if (password === "") return passwordField.current?.focus();
    setIsSending(true);
    try {
      await signIn(email, password);
      trackEvent("login_success");
    } catch (error) {
      setIsSending(false);
      setFailure(error as Error);
      if (error instanceof AuthError && error.retryAfterSeconds) throttle.start(error.retryAfterSeconds);
      passwordField.current?.focus();
      passwordField.current?.select();
    }
  }

  return (
    <SignInFrame
      title="Sign in"
      lead="With the email address and password of your account."
      below={isDemo && <DemoSignIns onChoose={choose} />}
    >
      <form className={classes.form} noValidate onSubmit={(event) => void send(event)} aria-busy={isSending}>
        {note && (
          <p className={classes.note} role="status">
            {note}
          </p>
        )}
        {problem && !failure && <ProblemNotice>{problem}</ProblemNotice>}
        {failure && (
          <ProblemNotice>
            {failure.message}
            {isDisabled && contactMail && (
              <>
                {" "}
                Or write to <a href={`mailto:${contactMail}`}>{contactMail}</a>.
              </>
            )}
          </ProblemNotice>
        )}
        <EmailField
          ref={emailField}
          value={email}
          onChange={changeEmail}
          error={hasTried && email.trim() === "" && "Enter your email address."}
        />
        <PasswordField
          ref={passwordField}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          error={hasTried && password === "" && "Enter your password."}
        />
        <Button ref={submitButton} type="submit" fullWidth loading={isSending} disabled={isThrottled}>
          {isThrottled ? `Try again in ${formatClock(throttle.secondsLeft)}` : "Sign in"}
        </Button>
        {hasGoogle && (
          <Button component="a" href="/auth/google/start" variant="default" fullWidth>
            Sign in with Google
          </Button>
        )}
        <p className={classes.links}>
          <Link to="/forgot-password">Forgot your password?</Link>
          <span>
            No account yet?{" "}
            <Link to="/" search={{ signup: 1 }}>
              Request access
            </Link>
          </span>
        </p>
      </form>
    </SignInFrame>
  );
}
