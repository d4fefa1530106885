import { Button, PasswordInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { PasswordRules } from "../../blocks/password-rules/password-rules.tsx";
import { loadPasswordPolicy } from "../../lib/auth/password-policy.ts";
import { changePassword } from "../../lib/auth/session.ts";
import { showToast } from "../../lib/toasts.ts";
import { explainAuthError, type ProblemPlace } from "./explain-auth-error.ts";
import { passwordToggle } from "./password-toggle.ts";
import classes from "./profile-page.module.css";
import { ProfileSection } from "./profile-section.tsx";

type Field = "current" | "next" | "repeat";

const empty: Record<Field, string> = { current: "", next: "", repeat: "" };
const rulesId = "password-rules";

/** Sets a new password after the current one was proven. */
export function ChangePassword({ email }: { email: string | null }) {
  const [values, setValues] = useState(empty);
  const [problem, setProblem] = useState<{ place: ProblemPlace | Field; message: string } | null>(null);
  const [isSending, setIsSending] = useState(false);
  const { data: policy } = useQuery({ queryKey: ["password-policy"], queryFn: loadPasswordPolicy });
  const queryClient = useQueryClient();

  const field = (name: Field) => ({
    value: values[name],
    error: problem?.place === name && problem.message,
    onChange: (event: FormEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      setProblem(null);
    },
  });

  function findProblem(): { place: Field; message: string } | null {
    if (values.current === "") return { place: "current", message: "Enter your current password." };
    if (policy?.rules.some((rule) => !rule.test(values.next)) || values.next === "") {
      return { place: "next", message: "This does not meet the rules below." };
    }
    if (values.next === values.current) return { place: "next", message: "This is your current password." };
    return values.repeat === values.next ? null : { place: "repeat", message: "This is not the same password." };
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    const problemText = findProblem();
    setProblem(problemText);
    if (problemText || isSending) return;
    setIsSending(true);
    try {
      await changePassword(values.current, values.next);
      setValues(empty);
      showToast({ title: "Password", message: "Your new password is set.", type: "success" });
      void queryClient.invalidateQueries({ queryKey: ["listSessions"] });
    } catch (error) {
      setProblem(explainAuthError(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <ProfileSection title="Password" words="A new password ends your sessions on all other devices.">
      <form className={classes.narrow} noValidate onSubmit={(event) => void send(event)}>
        <input
          className={classes.hidden}
          autoComplete="username"
          value={email ?? ""}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <PasswordInput
          {...passwordToggle}
          {...field("current")}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordInput
          {...passwordToggle}
          {...field("next")}
          label="New password"
          autoComplete="new-password"
          aria-describedby={policy && rulesId}
        />
        {policy && <PasswordRules id={rulesId} policy={policy} password={values.next} email={email} />}
        <PasswordInput
          {...passwordToggle}
          {...field("repeat")}
          label="New password again"
          autoComplete="new-password"
        />
        {problem?.place === "form" && (
          <p role="alert" className={classes.failure}>
            {problem.message}
          </p>
        )}
        <Button type="submit" variant="default" loading={isSending}>
          Change password
        </Button>
      </form>
    </ProfileSection>
  );
}
