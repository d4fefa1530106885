import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { AuthError } from "../../lib/auth/auth-error.ts";
import { sendPasswordReset } from "../../lib/auth/session.ts";
import { formatClock, useCountdown } from "../../lib/use-countdown.ts";
import { EmailField } from "./email-field.tsx";
import { LinkSent } from "./link-sent.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import classes from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";
import { rememberEmail, rememberedEmail } from "./typed-email.ts";
import { useFocusOnArrival } from "./use-focus-on-arrival.ts";

const resendAfterSeconds = 60;

/** Asks for a link to a new password; the answer is the same whether or not there is such an account. */
export function ForgotPasswordPage() {
  const [email, setEmail] = useState(rememberedEmail);
  const [hasTried, setHasTried] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const wait = useCountdown();
  const field = useRef<HTMLInputElement>(null);
  useFocusOnArrival(field);

  const isWaiting = wait.secondsLeft > 0;
  const isIncomplete = !/^\S+@\S+$/.test(email.trim());

  async function send() {
    if (isSending || isWaiting) return;
    setHasTried(true);
    setFailure(null);
    if (isIncomplete) return field.current?.focus();
    setIsSending(true);
    try {
      await sendPasswordReset(email);
      setSentTo(email.trim());
      wait.start(resendAfterSeconds);
    } catch (error) {
      setFailure(error as Error);
      if (error instanceof AuthError && error.retryAfterSeconds) wait.start(error.retryAfterSeconds);
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void send();
  }

  if (sentTo !== null) {
    return (
      <LinkSent
        email={sentTo}
        failure={failure}
        isSending={isSending}
        secondsLeft={wait.secondsLeft}
        onSendAgain={() => void send()}
        onChangeAddress={() => {
          setSentTo(null);
          setFailure(null);
          wait.start(0);
        }}
      />
    );
  }

  return (
    <SignInFrame title="Forgot your password" lead="We will send you a link to choose a new one.">
      <form className={classes.form} noValidate onSubmit={submit} aria-busy={isSending}>
        {failure && <ProblemNotice>{failure.message}</ProblemNotice>}
        <EmailField
          ref={field}
          value={email}
          onChange={(value) => {
            setEmail(value);
            rememberEmail(value);
          }}
          error={hasTried && isIncomplete && "Enter the complete email address of your account."}
        />
        <Button type="submit" fullWidth loading={isSending} disabled={isWaiting}>
          {isWaiting ? `Try again in ${formatClock(wait.secondsLeft)}` : "Send link"}
        </Button>
        <p className={classes.links}>
          <Link to="/login">Back to sign in</Link>
        </p>
      </form>
    </SignInFrame>
  );
}
