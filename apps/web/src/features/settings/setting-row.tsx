import "@mantine/core/styles/PasswordInput.css";
import type { EntityValue, Setting } from "@console/contracts";
import { formatInstant, ownFormats } from "@console/figures/format";
import { Button, PasswordInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { FieldInput } from "../../blocks/resource-form/field-input.tsx";
import { shownValue } from "../../blocks/resource-form/form-values.ts";
import { useAuth } from "../../lib/auth/use-auth.ts";
import classes from "./settings.module.css";

const SettingHistory = lazy(async () => ({ default: (await import("./setting-history.tsx")).SettingHistory }));

type Props = {
  setting: Setting;
  value: EntityValue;
  isTyped: boolean;
  error: string | undefined;
  onChange: (next: EntityValue) => void;
  onReset: () => void;
};

/** One setting: its input, where its value comes from, who changed it last, and the way back. */
export function SettingRow({ setting, value, isTyped, error, onChange, onReset }: Props) {
  const { field, isSecret, isChosen, canChange } = setting;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={classes.setting}>
      {isSecret ? (
        <SecretInput {...{ setting, value, error, onChange }} />
      ) : (
        <FieldInput field={field} value={value} error={error} isDisabled={!canChange} onChange={onChange} />
      )}
      <div className={classes.meta}>
        <Origin setting={setting} />
        {isTyped && <span className={classes.dirty}>not saved</span>}
        {isChosen && canChange && (
          <Button variant="subtle" size="compact-xs" onClick={onReset} aria-label={`Reset ${field.label}`}>
            Reset
          </Button>
        )}
        {setting.changedAt && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            aria-label={`History of ${field.label}`}
            onClick={() => setIsOpen(!isOpen)}
          >
            History
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <SettingHistory setting={setting} onRevert={(before) => onChange(before)} />
        </Suspense>
      )}
    </div>
  );
}

function Origin({ setting }: { setting: Setting }) {
  const formats = useAuth().user ?? ownFormats;
  const { field, initial, fixedBy, refusal, isChosen, isSecret, changedAt, changedBy } = setting;
  if (fixedBy) return <span>Fixed by the environment with {fixedBy}.</span>;
  const by = changedAt ? `${changedBy ?? "The product"}, ${formatInstant(changedAt, formats)}. ` : "";
  return (
    <span>
      {refusal && `${refusal} `}
      {isChosen ? `Changed by ${by}` : "The default. "}
      {isChosen && !isSecret && `Default: ${shownValue(field, initial).toLowerCase()}.`}
    </span>
  );
}

/** What goes in and never comes out. */
function SecretInput({ setting, value, error, onChange }: Pick<Props, "setting" | "value" | "error" | "onChange">) {
  const { field, canChange, value: isSet } = setting;
  return (
    <PasswordInput
      label={field.label}
      description={field.help}
      inputWrapperOrder={["label", "input", "description", "error"]}
      placeholder={isSet === true ? "Set; type to replace it" : "Not set"}
      autoComplete="new-password"
      disabled={!canChange}
      value={typeof value === "string" ? value : ""}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
