import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { copyText } from "../../../../lib/copy-text.ts";
import classes from "./connection-form.module.css";
import { FormSection } from "./form-section.tsx";
import { helpUnder } from "./help-under.ts";
import type { ConnectionFormState } from "./use-connection-form.ts";

const secretWords = { tookan: "API key", rest: "Secret", sql: "Password" } as const;
const storedWords = "Stored. Enter a new one to replace it.";

/** Secrets go in and never come out: of a stored one only that it is there is said. */
export function SecretFields({ form: { stored, values, errors, change } }: { form: ConnectionFormState }) {
  const { kind } = values;
  if (kind === "file") return null;
  return (
    <FormSection title="Secrets" words="Encrypted at rest, never shown again, and in no file or log.">
      <div className={classes.fields}>
        <TextInput
          type="password"
          inputWrapperOrder={helpUnder}
          autoComplete="new-password"
          label={secretWords[kind]}
          description={stored?.hasSecret ? storedWords : "Leave it empty where the source needs none."}
          value={values.secret}
          error={errors.secret}
          onChange={({ currentTarget }) => change({ secret: currentTarget.value })}
        />
        {kind === "tookan" && (
          <TextInput
            type="password"
            inputWrapperOrder={helpUnder}
            autoComplete="new-password"
            label="Webhook secret"
            description={
              stored?.hasHookSecret ? storedWords : "The provider's webhooks must send it; without it they are refused."
            }
            value={values.hookSecret}
            error={errors.hookSecret}
            onChange={({ currentTarget }) => change({ hookSecret: currentTarget.value })}
          />
        )}
      </div>
      {kind === "tookan" && <HookAddress path={stored?.hookPath ?? null} />}
    </FormSection>
  );
}

function HookAddress({ path }: { path: string | null }) {
  const [answer, setAnswer] = useState<string | null>(null);
  if (path === null) return <p className={classes.help}>The address for webhooks is shown here once it is saved.</p>;
  const address = new URL(path, window.location.origin).href;
  const copy = async () => setAnswer((await copyText(address)) ? "Copied" : "Select the address and copy it by hand.");
  return (
    <div className={classes.hook}>
      <span className={classes.label}>Webhook address</span>
      <code className={classes.address}>{address}</code>
      <Button size="compact-sm" variant="default" onClick={() => void copy()}>
        Copy
      </Button>
      <span role="status">{answer}</span>
    </div>
  );
}
