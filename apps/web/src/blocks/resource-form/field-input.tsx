import "@mantine/core/styles/Input.css";
import "@mantine/core/styles/InlineInput.css";
import "@mantine/core/styles/Checkbox.css";
import type { EntityField, EntityValue } from "@console/contracts";
import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { AttributesInput } from "./attributes-input.tsx";
import { ChoicesInput } from "./choices-input.tsx";
import { toText } from "./form-values.ts";
import { InstantInput } from "./instant-input.tsx";
import { PictureInput } from "./picture-input.tsx";
import { ReferenceInput } from "./reference-input.tsx";
import classes from "./resource-form.module.css";
import { RowsInput } from "./rows-input.tsx";

type Props = {
  field: EntityField;
  value: EntityValue;
  /** What the row that the value names is called. */
  title?: EntityValue | undefined;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  isFirst?: boolean;
  /** A row that was chosen comes with its title. */
  onChange: (next: EntityValue, title?: string) => void;
};

const helpUnder: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** The input of one field, by what the field holds. */
export function FieldInput({ field, value, title, error, isDisabled, isFirst, onChange }: Props) {
  const shared = {
    label: field.label,
    description: field.help,
    error,
    inputWrapperOrder: helpUnder,
    name: field.name,
    required: field.isRequired,
    disabled: isDisabled === true,
    "data-autofocus": isFirst || undefined,
  };
  if (field.refersTo) {
    return (
      <ReferenceInput
        label={field.label}
        description={field.help}
        inputWrapperOrder={helpUnder}
        name={field.name}
        error={error}
        to={field.refersTo}
        isRequired={field.isRequired}
        isClearable={!field.isRequired}
        isDisabled={isDisabled}
        isFirst={isFirst}
        value={toText(value)}
        title={typeof title === "string" ? title : null}
        onChange={(id, chosen) => onChange(id || null, chosen)}
      />
    );
  }
  switch (field.type) {
    case "flag":
      return (
        <Checkbox
          label={field.label}
          description={field.help}
          error={error}
          name={field.name}
          disabled={isDisabled === true}
          classNames={{ body: classes.check }}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case "choice":
      return (
        <NativeSelect
          {...shared}
          value={toText(value)}
          data={[...(field.isRequired && value ? [] : [{ value: "", label: "–" }]), ...field.choices]}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      );
    case "choices":
      if (field.choicesFrom)
        return (
          <RowsInput
            field={field}
            from={field.choicesFrom}
            value={value}
            error={error}
            isDisabled={isDisabled}
            onChange={onChange}
          />
        );
      return <ChoicesInput field={field} value={value} error={error} isDisabled={isDisabled} onChange={onChange} />;
    case "attributes":
      return <AttributesInput field={field} value={value} error={error} isDisabled={isDisabled} onChange={onChange} />;
    case "picture":
      return <PictureInput field={field} value={value} error={error} isDisabled={isDisabled} onChange={onChange} />;
    case "instant":
      return <InstantInput {...shared} value={toText(value)} onChange={onChange} />;
    case "lines":
      return (
        <Textarea
          {...shared}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={field.max ?? 5000}
          value={toText(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          type={inputType(field.type)}
          inputMode={field.type === "count" ? "numeric" : undefined}
          maxLength={field.type === "text" ? (field.max ?? 200) : undefined}
          autoComplete="off"
          value={toText(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
  }
}

function inputType(type: string): string {
  if (type === "email") return "email";
  return type === "day" ? "date" : "text";
}
