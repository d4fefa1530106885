import { branchRanges, signupMessageMax, signupSystems } from "@console/contracts";
import { formatCount } from "@console/figures/format";
import { Checkbox, NativeSelect, Select, Textarea, TextInput } from "@mantine/core";
import { type FieldName, fieldLabels } from "./check-signup.ts";
import { countries } from "./countries.ts";
import { fieldId } from "./error-summary.tsx";
import { PhoneField } from "./phone-field.tsx";
import classes from "./signup-dialog.module.css";
import type { SignupValues } from "./signup-draft.ts";
import type { SignupFormState } from "./use-signup-form.ts";

const systemLabels: Record<(typeof signupSystems)[number], string> = {
  delivery: "Delivery tracking",
  genesis: "Genesis",
  warehouse: "Warehouse",
  documents: "Documents",
};

const rangeOptions = [
  { value: "", label: "Choose a range" },
  ...branchRanges.map((range) => ({ value: range, label: range.replace("-", " – ").replace("101+", "More than 100") })),
];

const countryOptions = countries.map(({ code, name }) => ({ value: code, label: name }));

type TextName = "fullName" | "email" | "company";

/** The fields of the request, in two columns where there is room. */
export function SignupFields({ form }: { form: SignupFormState }) {
  const { values, errors, change, touch } = form;
  const left = signupMessageMax - values.message.length;

  const about = (name: FieldName) => ({
    id: fieldId(name),
    error: errors[name],
    onBlur: () => touch(name),
    inputWrapperOrder: ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[],
  });
  const text = (name: TextName) => ({
    ...about(name),
    label: fieldLabels[name],
    name,
    required: true,
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value } as Partial<SignupValues>),
  });

  return (
    <div className={classes.fields}>
      <TextInput {...text("fullName")} autoComplete="name" data-autofocus />
      <TextInput
        {...text("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        description="We answer to this address."
      />
      <TextInput {...text("company")} autoComplete="organization" />
      <Select
        {...about("country")}
        label={fieldLabels.country}
        placeholder="Choose a country"
        data={countryOptions}
        value={values.country || null}
        onChange={(country) =>
          change({ country: country ?? "", ...(values.phoneCountry ? {} : { phoneCountry: country ?? "" }) })
        }
        searchable
        clearable
        nothingFoundMessage="No such country"
        autoComplete="country-name"
      />
      <PhoneField form={form} />
      <NativeSelect
        {...about("branches")}
        label={fieldLabels.branches}
        data={rangeOptions}
        classNames={values.branches ? {} : { input: classes.unchosen ?? "" }}
        value={values.branches}
        onChange={(event) => change({ branches: event.currentTarget.value })}
      />
      <Checkbox.Group
        {...about("systems")}
        className={classes.wide}
        label={fieldLabels.systems}
        value={values.systems}
        onChange={(systems) => change({ systems })}
      >
        <div className={classes.systems}>
          {signupSystems.map((system, index) => (
            <Checkbox
              key={system}
              value={system}
              label={systemLabels[system]}
              {...(index === 0 ? { id: fieldId("systems") } : {})}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Textarea
        {...about("message")}
        className={classes.wide}
        label={fieldLabels.message}
        rows={3}
        value={values.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
        description={
          <span className={classes.counter} data-over={left < 0 || undefined}>
            {left < 0
              ? `${formatCount(-left)} characters too many`
              : `${formatCount(values.message.length)} of ${formatCount(signupMessageMax)} characters`}
          </span>
        }
      />
      <Checkbox
        id={fieldId("consent")}
        className={classes.wide}
        checked={values.consent}
        onChange={(event) => change({ consent: event.currentTarget.checked })}
        onBlur={() => touch("consent")}
        error={errors.consent}
        required
        label={
          <>
            I agree that you use these details to answer my request.
            <span aria-hidden="true" className={classes.asterisk}>
              {" *"}
            </span>
          </>
        }
        // Beside the label and not in it: a press anywhere on the label ticks the box.
        description={
          <>
            Read the{" "}
            <a href="/privacy" target="_blank" rel="noopener">
              privacy notice
            </a>{" "}
            (opens in a new tab).
          </>
        }
      />
      <div className={classes.trap} aria-hidden="true">
        <label>
          Website
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            onChange={(event) => form.setWebsite(event.currentTarget.value)}
          />
        </label>
      </div>
    </div>
  );
}
