import type { EntityField, EntityValue } from "@console/contracts";
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { listTexts } from "./form-values.ts";
import classes from "./resource-form.module.css";

type Props = {
  field: EntityField;
  value: EntityValue;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  onChange: (next: EntityValue) => void;
};

/** Several of some choices as boxes to tick; where nothing limits them, a list with commas. */
export function ChoicesInput({ field, value, error, isDisabled, onChange }: Props) {
  const chosen = listTexts(value);
  const [typed, setTyped] = useState<string | null>(null);
  if (field.choices.length === 0) {
    return (
      <TextInput
        label={field.label}
        description={field.help}
        error={error}
        name={field.name}
        disabled={isDisabled === true}
        inputWrapperOrder={["label", "input", "description", "error"]}
        value={typed ?? chosen.join(", ")}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          onChange(
            currentTarget.value
              .split(/[,;]/)
              .map((one) => one.trim())
              .filter(Boolean),
          );
        }}
      />
    );
  }
  return (
    <fieldset className={classes.group} disabled={isDisabled}>
      <legend className={classes.label}>{field.label}</legend>
      {field.help && <p className={classes.help}>{field.help}</p>}
      <div className={classes.boxes}>
        {field.choices.map((choice) => (
          <Checkbox
            key={choice.value}
            label={choice.label}
            checked={chosen.includes(choice.value)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value))
            }
          />
        ))}
      </div>
      {error && <p className={classes.problem}>{error}</p>}
    </fieldset>
  );
}
