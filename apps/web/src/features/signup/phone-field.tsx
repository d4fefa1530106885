import { Input, Select, TextInput } from "@mantine/core";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import { type Country, countries } from "./countries.ts";
import { fieldId } from "./error-summary.tsx";
import classes from "./signup-dialog.module.css";
import type { SignupFormState } from "./use-signup-form.ts";

const byCode = new Map(countries.map((country) => [country.code, country]));
const options = countries.map(({ code, dialCode }) => ({ value: code, label: `${code} ${dialCode}` }));

function matches(country: Country | undefined, search: string): boolean {
  const text = search.trim().toLowerCase();
  if (!country) return false;
  return [country.name.toLowerCase(), country.code.toLowerCase(), country.dialCode].some((part) => part.includes(text));
}

/** A phone number in two parts; a number that starts with + chooses its country by itself. */
export function PhoneField({ form }: { form: SignupFormState }) {
  const { values, errors, change, touch } = form;
  const descriptionId = `${fieldId("phone")}-help`;
  const errorId = `${fieldId("phone")}-error`;

  function changeNumber(phoneNumber: string) {
    const country = phoneNumber.startsWith("+") ? parsePhoneNumberFromString(phoneNumber)?.country : undefined;
    change({ phoneNumber, ...(country ? { phoneCountry: country } : {}) });
  }

  return (
    <Input.Wrapper
      id={fieldId("phone")}
      label="Phone"
      labelProps={{ htmlFor: fieldId("phone") }}
      error={errors.phone}
      errorProps={{ id: errorId }}
      description="Optional. We call only if an email does not reach you."
      descriptionProps={{ id: descriptionId }}
      inputWrapperOrder={["label", "input", "description", "error"]}
    >
      <div className={classes.phone}>
        <Select
          aria-label="Country code of the phone number"
          placeholder="Code"
          data={options}
          value={values.phoneCountry || null}
          onChange={(code) => change({ phoneCountry: code ?? "" })}
          searchable
          nothingFoundMessage="No such country"
          autoComplete="off"
          filter={({ options: all, search }) =>
            all.filter((option) => "value" in option && matches(byCode.get(String(option.value)), search))
          }
          renderOption={({ option }) => {
            const country = byCode.get(String(option.value));
            return (
              <span className={classes.dialOption}>
                <span>{country?.name}</span>
                <span className={classes.dialCode}>{country?.dialCode}</span>
              </span>
            );
          }}
          comboboxProps={{ width: 280, position: "bottom-start" }}
          error={errors.phone !== undefined}
        />
        <TextInput
          id={fieldId("phone")}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={values.phoneNumber}
          onChange={(event) => changeNumber(event.currentTarget.value)}
          onBlur={() => touch("phone")}
          error={errors.phone !== undefined}
          aria-describedby={errors.phone ? `${errorId} ${descriptionId}` : descriptionId}
        />
      </div>
    </Input.Wrapper>
  );
}
