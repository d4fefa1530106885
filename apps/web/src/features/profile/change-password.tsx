import { Button, PasswordInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { PasswordRules } from "../../blocks/password-rules/password-rules.tsx";
import { loadPasswordPolicy, type PasswordPolicy } from "../../lib/auth/password-policy.ts";
import { changePassword } from "../../lib/auth/session.ts";
import { showToast } from "../../lib/toasts.ts";
import { passwordToggle } from "./password-toggle.ts";
import classes from "./profile-page.module.css";
import { ProfileSection } from "./profile-section.tsx";
import { useCredentialForm } from "./use-credential-form.ts";

type Field = "current" | "next" | "repeat";
type Values = Record<Field, string>;

const empty: Values = { current: "", next: "", repeat: "" };
const rulesId = "password-rules";

/** Sets a new password after the current one was proven. */
export function ChangePassword({ email }: { email: string | null }) {
  const { data: policy } = useQuery({ queryKey: ["password-policy"], queryFn: loadPasswordPolicy });
  const queryClient = useQueryClient();
  const form = useCredentialForm<Values>({ initialValues: empty, check: (values) => findProblem(values, policy) });
  const { field } = form;

  async function send({ current, next }: Values) {
    if (!(await form.attempt(changePassword(current, next)))) return;
    form.reset();
    showToast({ title: "Password", message: "Your new password is set.", type: "success" });
    void queryClient.invalidateQueries({ queryKey: ["listSessions"] });
  }

  return (
    <ProfileSection title="Password" words="A new password ends your sessions on all other devices.">
      <form ref={form.element} className={classes.narrow} noValidate onSubmit={form.submit(send)}>
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
        {policy && <PasswordRules id={rulesId} policy={policy} password={form.values.next} email={email} />}
        <PasswordInput
          {...passwordToggle}
          {...field("repeat")}
          label="New password again"
          autoComplete="new-password"
        />
        {form.failure && (
          <p role="alert" className={classes.failure}>
            {form.failure.message}
          </p>
        )}
        <Button type="submit" variant="default" loading={form.submitting}>
          Change password
        </Button>
      </form>
    </ProfileSection>
  );
}

/** The first thing that is wrong. */
function findProblem({ current, next, repeat }: Values, policy: PasswordPolicy | undefined): Partial<Values> {
  if (current === "") return { current: "Enter your current password." };
  if (policy?.rules.some((rule) => !rule.test(next)) || next === "") {
    return { next: "This does not meet the rules below." };
  }
  if (next === current) return { next: "This is your current password." };
  return repeat === next ? {} : { repeat: "This is not the same password." };
}
