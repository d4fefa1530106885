import { useCallback, useEffect, useState } from "react";
import { ErrorState } from "../../blocks/states/error-state.tsx";
import { Skeleton } from "../../blocks/states/skeleton.tsx";
import type { ActionCode } from "../../lib/auth/action-code.ts";
import { AuthError } from "../../lib/auth/auth-error.ts";
import { loadPasswordPolicy, type PasswordPolicy } from "../../lib/auth/password-policy.ts";
import { verifyCode } from "../../lib/auth/session.ts";
import { ConfirmCodeForm } from "./confirm-code-form.tsx";
import { emailRequests } from "./email-requests.ts";
import { LinkProblem } from "./link-problem.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import classes from "./sign-in.module.css";

type Check =
  | { state: "checking" }
  | { state: "failed"; error: unknown }
  | {
      state: "known";
      requestType: string;
      email: string | null;
      newEmail: string | null;
      policy: PasswordPolicy | null;
    };

type Props = { code: ActionCode | null; onDone: (email: string | null) => void };

/** Where mailed links lead: a new password, or a button about an email address. */
export function ResetPasswordPage({ code, onDone }: Props) {
  const [check, setCheck] = useState<Check>({ state: "checking" });

  const oobCode = code?.oobCode ?? null;
  const ask = useCallback(async () => {
    if (oobCode === null) return;
    setCheck({ state: "checking" });
    try {
      const answer = await verifyCode(oobCode);
      // Without the rules the form still works, since the server checks them too.
      const policy = answer.requestType === "PASSWORD_RESET" ? await loadPasswordPolicy().catch(() => null) : null;
      setCheck({ state: "known", ...answer, policy });
    } catch (error) {
      setCheck({ state: "failed", error });
    }
  }, [oobCode]);

  useEffect(() => void ask(), [ask]);

  if (code === null) {
    return <LinkProblem message="The link is incomplete. Open the link in the email again, or ask for a new one." />;
  }
  if (check.state === "checking") {
    return (
      <div className={classes.page}>
        <Skeleton label="Checking the link" lines={[50, 100, 100, 70]} />
      </div>
    );
  }
  if (check.state === "failed") {
    return <CheckFailed error={check.error} isAboutEmail={code.mode.endsWith("Email")} onRetry={() => void ask()} />;
  }

  const { requestType, email, newEmail, policy } = check;
  if (requestType === "PASSWORD_RESET") {
    return <NewPasswordForm code={code.oobCode} email={email} policy={policy} onDone={() => onDone(email)} />;
  }
  const request = emailRequests[requestType];
  if (!request) return <LinkProblem message="This link does not belong to this page. Ask for a new one." />;
  const address = (requestType === "VERIFY_AND_CHANGE_EMAIL" ? newEmail : email) ?? "the address of this email";
  return <ConfirmCodeForm code={code.oobCode} request={request} address={address} />;
}

type Failed = { error: unknown; isAboutEmail: boolean; onRetry: () => void };

function CheckFailed({ error, isAboutEmail, onRetry }: Failed) {
  const message = error instanceof Error ? error.message : "Something failed.";
  if (error instanceof AuthError && !error.isPassing) {
    return <LinkProblem message={message} isAboutEmail={isAboutEmail} />;
  }
  return (
    <div className={classes.page}>
      <ErrorState
        heading="h1"
        title="The link could not be checked"
        message={`${message} The link still works.`}
        requestId={null}
        onRetry={onRetry}
      />
    </div>
  );
}
