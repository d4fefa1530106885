import { formatInstant, formatNumber } from "@console/figures/format";
import { deviceTimeZone, knownTimeZone, timeZones } from "@console/figures/time-zone";
import { NativeSelect, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { useAuth } from "../../lib/auth/use-auth.ts";
import classes from "./profile-page.module.css";
import type { ProfileValues } from "./profile-values.ts";
import { fieldId, type ProfileFormState } from "./use-profile-form.ts";

const exampleNumber = 12345.6;

const languages = [{ value: "en", label: "English" }];

const dateFormats: { value: ProfileValues["dateFormat"]; label: string }[] = [
  { value: "auto", label: "Same as the language" },
  { value: "dmy", label: "Day, month, year" },
  { value: "mdy", label: "Month, day, year" },
  { value: "ymd", label: "Year, month, day" },
];

const numberFormats: { value: ProfileValues["numberFormat"]; label: string }[] = [
  { value: "auto", label: "Same as the language" },
  { value: "comma", label: "Comma between thousands" },
  { value: "point", label: "Point between thousands" },
  { value: "space", label: "Space between thousands" },
];

const order = ["label", "input", "description", "error"] as ("label" | "input" | "description" | "error")[];

/** Language, time zone, dates and numbers, each with what it makes of now and of a number. */
export function FormatFields({ form }: { form: ProfileFormState }) {
  const { values, errors, change } = form;
  const [now] = useState(Date.now);
  const zones = useMemo(() => timeZones().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") })), []);
  const { tenant } = useAuth();
  const formats = { ...values, timeZone: knownTimeZone(tenant?.timeZone ?? values.timeZone) };
  const example = formatInstant(now, formats);

  return (
    <div className={classes.fields}>
      <NativeSelect
        id={fieldId("language")}
        label="Language"
        data={languages}
        value={values.language}
        error={errors.language}
        onChange={(event) => change({ language: event.currentTarget.value })}
      />
      {/* People of a tenant read all times in its zone. */}
      {tenant === null && (
        <Select
          id={fieldId("timeZone")}
          label="Time zone"
          placeholder={`Same as this device: ${deviceTimeZone().replaceAll("_", " ")}`}
          data={zones}
          value={values.timeZone}
          error={errors.timeZone}
          onChange={(timeZone) => change({ timeZone })}
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Use the time zone of this device" }}
          nothingFoundMessage="No such time zone"
          autoComplete="off"
          maxDropdownHeight={280}
        />
      )}
      <NativeSelect
        id={fieldId("dateFormat")}
        label="Dates"
        data={dateFormats}
        value={values.dateFormat}
        error={errors.dateFormat}
        description={`Now is ${example}`}
        inputWrapperOrder={order}
        onChange={(event) => change({ dateFormat: event.currentTarget.value as ProfileValues["dateFormat"] })}
      />
      <NativeSelect
        id={fieldId("numberFormat")}
        label="Numbers"
        data={numberFormats}
        value={values.numberFormat}
        error={errors.numberFormat}
        description={`For example ${formatNumber(exampleNumber, formats)}`}
        inputWrapperOrder={order}
        onChange={(event) => change({ numberFormat: event.currentTarget.value as ProfileValues["numberFormat"] })}
      />
    </div>
  );
}
