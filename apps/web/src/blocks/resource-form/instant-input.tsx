import { TextInput, type TextInputProps } from "@mantine/core";
import { useFormats } from "../../lib/use-formats.ts";
import { instantAt, toClockTime } from "./zone-time.ts";

type Props = Omit<TextInputProps, "value" | "onChange" | "type"> & {
  /** In UTC; empty for none. */
  value: string;
  onChange: (next: string | null) => void;
};

/** A point in time, typed in the zone of the page. */
export function InstantInput({ value, onChange, ...rest }: Props) {
  const { timeZone } = useFormats();
  const isInstant = !Number.isNaN(Date.parse(value));
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      value={isInstant ? toClockTime(value, timeZone) : ""}
      onChange={({ currentTarget }) => onChange(instantAt(currentTarget.value, timeZone))}
    />
  );
}
