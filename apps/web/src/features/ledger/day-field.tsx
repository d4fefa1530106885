import "@mantine/core/styles/Input.css";
import { TextInput } from "@mantine/core";

type Props = { label: string; value: string | undefined; onChange: (day: string | undefined) => void };

/** A day of the address; half a day that is being typed changes nothing. */
export function DayField({ label, value, onChange }: Props) {
  return (
    <TextInput
      size="xs"
      type="date"
      label={label}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
