import { Button } from "@mantine/core";
import { useState } from "react";
import { AuthError } from "../../lib/auth/auth-error.ts";
import { applyCode } from "../../lib/auth/session.ts";
import { CodeApplied } from "./code-applied.tsx";
import type { EmailRequest } from "./email-requests.ts";
import { LinkProblem } from "./link-problem.tsx";
import { ProblemNotice } from "./problem-notice.tsx";
import classes from "./sign-in.module.css";
import { SignInFrame } from "./sign-in-frame.tsx";

type Props = { code: string; request: EmailRequest; address: string };

/** Asks for one press of a button, because programs that scan mail open every link. */
export function ConfirmCodeForm({ code, request, address }: Props) {
  const [failure, setFailure] = useState<Error | null>(null);
  const [isSending, setIsSending] = useState(false);
  const [isDone, setIsDone] = useState(false);

  async function apply() {
    if (isSending) return;
    setFailure(null);
    setIsSending(true);
    try {
      await applyCode(code);
      setIsDone(true);
    } catch (error) {
      setFailure(error as Error);
    } finally {
      setIsSending(false);
    }
  }

  if (isDone) return <CodeApplied request={request} address={address} />;
  if (failure instanceof AuthError && failure.isAboutCode)
    return <LinkProblem message={failure.message} isAboutEmail />;

  return (
    <SignInFrame title={request.title} lead={request.question(address)}>
      <div className={classes.form}>
        {failure && <ProblemNotice>{failure.message}</ProblemNotice>}
        <Button fullWidth loading={isSending} onClick={() => void apply()}>
          {request.button}
        </Button>
      </div>
    </SignInFrame>
  );
}
