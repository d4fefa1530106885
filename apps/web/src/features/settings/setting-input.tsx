import "@mantine/core/styles/PasswordInput.css";
import type { EntityValue, Setting } from "@console/contracts";
import { PasswordInput, TextInput } from "@mantine/core";
import { FieldInput } from "../../blocks/resource-form/field-input.tsx";
import { toText } from "../../blocks/resource-form/form-values.ts";
import classes from "./setting-row.module.css";

type Props = {
  setting: Setting;
  value: EntityValue;
  error: string | undefined;
  onChange: (next: EntityValue) => void;
};

/** The input of one setting, by what it holds. */
export function SettingInput({ setting, value, error, onChange }: Props) {
  const { field, canChange, unit } = setting;
  const shared = {
    label: field.label,
    description: field.help,
    error,
    name: field.name,
    disabled: !canChange,
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input")[],
    autoComplete: "off",
  };
  if (setting.isSecret) {
    return (
      <PasswordInput
        {...shared}
        autoComplete="new-password"
        placeholder={setting.value === true ? "Set; type to replace it" : "Not set"}
        value={typeof value === "string" ? value : ""}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (setting.isColour) {
    const colour = toText(value);
    return (
      <TextInput
        {...shared}
        maxLength={7}
        placeholder="The product's own"
        value={colour}
        leftSection={
          <input
            type="color"
            className={classes.swatch}
            data-empty={colour === "" || undefined}
            aria-label={`Pick ${field.label}`}
            disabled={!canChange}
            value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : "#888888"}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
        }
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (unit) {
    return (
      <TextInput
        {...shared}
        inputMode="numeric"
        classNames={{ input: classes.number }}
        value={toText(value)}
        rightSection={<span className={classes.unit}>{unit}</span>}
        rightSectionWidth="auto"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return <FieldInput field={field} value={value} error={error} isDisabled={!canChange} onChange={onChange} />;
}
