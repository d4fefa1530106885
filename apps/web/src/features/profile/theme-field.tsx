import { Radio } from "@mantine/core";
import type { ColorSchemeChoice } from "../../shell/theme/color-scheme.ts";
import classes from "./profile-page.module.css";

const labels: Record<ColorSchemeChoice, string> = { system: "Same as the system", light: "Light", dark: "Dark" };

/** The choice between the themes; it holds from the moment it is saved. */
export function ThemeField({
  value,
  onChange,
}: {
  value: ColorSchemeChoice;
  onChange: (choice: ColorSchemeChoice) => void;
}) {
  return (
    <Radio.Group label="Theme" name="theme" value={value} onChange={(choice) => onChange(choice as ColorSchemeChoice)}>
      <div className={classes.choices}>
        {Object.entries(labels).map(([choice, label]) => (
          <Radio key={choice} value={choice} label={label} />
        ))}
      </div>
    </Radio.Group>
  );
}
