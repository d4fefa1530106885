import "@mantine/core/styles/Input.css";
import { TextInput } from "@mantine/core";

type Props = {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  /** The first day of the range that the field ends. */
  first?: string | undefined;
};

/** A day of the address; half a day that is being typed changes nothing. */
export function DayField({ label, value, onChange, first }: Props) {
  const isBefore = first !== undefined && value !== undefined && value < first;
  return (
    <TextInput
      size="xs"
      type="date"
      label={label}
      value={value ?? ""}
      error={isBefore ? "Choose a day from the first one on." : undefined}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
