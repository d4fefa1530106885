import { IconCheck, IconCircle } from "@tabler/icons-react";
import type { PasswordPolicy } from "../../lib/auth/password-policy.ts";
import { type PasswordStrength, passwordStrength } from "../../lib/auth/password-strength.ts";
import classes from "./password-rules.module.css";

const words: Record<PasswordStrength, string> = {
  weak: "Easy to guess. Make it longer, or add unrelated words.",
  fair: "Could be harder to guess. A few more characters help.",
  good: "Hard to guess.",
  strong: "Very hard to guess.",
};

type Props = { id: string; policy: PasswordPolicy | null; password: string; email: string | null };

/** What a new password must meet and how strong it is, while it is being typed. */
export function PasswordRules({ id, policy, password, email }: Props) {
  // A limit that nobody meets by accident is shown only to those who do.
  const rules = (policy?.rules ?? []).filter(
    (rule) => rule.id !== "maxLength" || !(password === "" || rule.test(password)),
  );
  return (
    <div id={id}>
      <ul className={classes.rules} aria-label="Rules for the password">
        {rules.map((rule) => {
          const isMet = rule.test(password);
          const Icon = isMet ? IconCheck : IconCircle;
          return (
            <li key={rule.id} data-met={isMet || undefined}>
              <Icon size={16} stroke={1.5} aria-hidden="true" />
              {rule.label}
              <span className={classes.hidden}>{isMet ? " (met)" : " (not met yet)"}</span>
            </li>
          );
        })}
      </ul>
      <p className={classes.strength} role="status">
        {password !== "" && words[passwordStrength(password, email)]}
      </p>
    </div>
  );
}
