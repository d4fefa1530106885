import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { requestEmailChange } from "../../lib/auth/session.ts";
import { explainAuthError, type ProblemPlace } from "./explain-auth-error.ts";
import { passwordToggle } from "./password-toggle.ts";
import classes from "./profile-page.module.css";
import { ProfileSection } from "./profile-section.tsx";

/** Asks for another address, which counts once its owner has opened the link in the mail. */
export function ChangeEmail({ email }: { email: string | null }) {
  const [newEmail, setNewEmail] = useState("");
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<{ place: ProblemPlace; message: string } | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const errorAt = (place: ProblemPlace) => problem?.place === place && problem.message;

  function findProblem(): { place: ProblemPlace; message: string } | null {
    const typed = newEmail.trim().toLowerCase();
    if (!/^[^\s@]+@[^\s@]+$/.test(typed)) {
      return { place: "email", message: "Enter an e-mail address such as name@company.com." };
    }
    if (typed === email) return { place: "email", message: "This is your address already." };
    return password === "" ? { place: "current", message: "Enter your current password." } : null;
  }

  async function send(event: FormEvent) {
    event.preventDefault();
    const problemText = findProblem();
    setProblem(problemText);
    setSentTo(null);
    if (problemText || isSending) return;
    setIsSending(true);
    try {
      await requestEmailChange(newEmail, password);
      setSentTo(newEmail.trim());
      setNewEmail("");
      setPassword("");
    } catch (error) {
      setProblem(explainAuthError(error));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <ProfileSection title="E-mail address" words={`You sign in with ${email ?? "no address"}.`}>
      <form className={classes.narrow} noValidate onSubmit={(event) => void send(event)}>
        <TextInput
          label="New e-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          value={newEmail}
          error={errorAt("email")}
          onChange={(event) => {
            setNewEmail(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <PasswordInput
          {...passwordToggle}
          label="Current password"
          autoComplete="current-password"
          value={password}
          error={errorAt("current")}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblem(null);
          }}
        />
        {errorAt("form") && (
          <p role="alert" className={classes.failure}>
            {errorAt("form")}
          </p>
        )}
        <Button type="submit" variant="default" loading={isSending}>
          Send confirmation
        </Button>
        <div role="status" className={classes.status}>
          {sentTo && (
            <p className={classes.notice}>
              We wrote to {sentTo}. Open the link in that mail to confirm the address. Until then your old one stays.
            </p>
          )}
        </div>
      </form>
    </ProfileSection>
  );
}
