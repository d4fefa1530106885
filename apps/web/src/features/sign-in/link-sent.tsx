import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { formatClock } from "../../lib/use-countdown.ts";
import { ProblemNotice } from "./problem-notice.tsx";
import classes from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

type Props = {
  email: string;
  failure: Error | null;
  isSending: boolean;
  secondsLeft: number;
  onSendAgain: () => void;
  onChangeAddress: () => void;
};

/** Says that a link is on its way if there is such an account, and offers to send it again after a while. */
export function LinkSent({ email, failure, isSending, secondsLeft, onSendAgain, onChangeAddress }: Props) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);

  return (
    <SignInFrame title="Check your email">
      <div className={classes.form}>
        {failure && <ProblemNotice>{failure.message}</ProblemNotice>}
        <div ref={message} tabIndex={-1} className={classes.message}>
          <p>
            If an account exists for <strong>{email}</strong>, we sent a link to it.
          </p>
          <p className={classes.lead}>
            The email can take a few minutes. Check the spam folder too. Only the newest link works.
          </p>
        </div>
        <Button variant="default" fullWidth loading={isSending} disabled={secondsLeft > 0} onClick={onSendAgain}>
          <span className={classes.clock}>
            {secondsLeft > 0 ? `Send again in ${formatClock(secondsLeft)}` : "Send again"}
          </span>
        </Button>
        <p className={classes.links}>
          <Link to="/login">Back to sign in</Link>
          <button type="button" className={classes.textButton} onClick={onChangeAddress}>
            Use another address
          </button>
        </p>
      </div>
    </SignInFrame>
  );
}
