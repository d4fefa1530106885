import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { callApi } from "../../../../lib/api.ts";
import { TestOutcome } from "../test-outcome.tsx";
import classes from "./connection-form.module.css";
import { toSettings } from "./connection-values.ts";
import { FormSection } from "./form-section.tsx";
import { helpUnder } from "./help-under.ts";
import { type SettingField, shownSettings } from "./setting-fields.ts";
import type { ConnectionFormState } from "./use-connection-form.ts";

/** The settings of the chosen kind, each with a short help. */
export function SettingFields({ form }: { form: ConnectionFormState }) {
  const { values, errors, changeSetting } = form;
  if (values.kind === "file") return null;
  return (
    <FormSection title="Location" words="How the source is reached and its rows are requested.">
      <div className={classes.fields}>
        {shownSettings(values.kind, values.settings).map((field) => (
          <Setting
            key={field.name}
            field={field}
            value={values.settings[field.name] ?? ""}
            error={errors[`settings.${field.name}`]}
            onChange={(value) => changeSetting(field.name, value)}
          />
        ))}
      </div>
      {form.stored && <TryIt form={form} />}
    </FormSection>
  );
}

type SettingProps = {
  field: SettingField;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Setting({ field: { label, help, type, choices = [] }, value, error, onChange }: SettingProps) {
  const shared = { label, description: help, error };
  if (type === "switch") {
    return (
      <Checkbox
        {...shared}
        className={classes.wide}
        checked={value === "true"}
        onChange={({ currentTarget }) => onChange(String(currentTarget.checked))}
      />
    );
  }
  const ordered = { ...shared, inputWrapperOrder: helpUnder };
  const written = { ...ordered, value, spellCheck: false, autoComplete: "off" };
  if (type === "choice") {
    return (
      <NativeSelect
        {...ordered}
        value={value}
        data={[...choices]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  if (type === "query") {
    return (
      <Textarea
        {...written}
        className={classes.wide}
        classNames={{ input: classes.code }}
        rows={6}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...written}
      inputMode={type === "number" ? "decimal" : "text"}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Asks the source with what stands in the form, saved or not. */
function TryIt({ form: { stored, values } }: { form: ConnectionFormState }) {
  const test = useMutation({
    mutationFn: ({ tenantId, id }: { tenantId: string; id: string }) =>
      callApi("testConnection", {
        tenantId,
        connection: id,
        settings: toSettings(values),
        ...(values.secret !== "" && { secret: values.secret }),
      }),
  });
  if (!stored) return null;
  return (
    <div className={classes.test}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlugConnected size={16} stroke={1.5} aria-hidden="true" />}
        loading={test.isPending}
        onClick={() => test.mutate(stored)}
      >
        Test these settings
      </Button>
      {test.data && <TestOutcome outcome={test.data} />}
      {test.error && (
        <p role="alert" className={classes.problem}>
          {test.error.message}
        </p>
      )}
    </div>
  );
}
