import { deviceTimeZone } from "@console/figures/time-zone";
import { TextInput, type TextInputProps } from "@mantine/core";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { instantAt, toClockTime } from "./zone-time.ts";

type Props = Omit<TextInputProps, "value" | "onChange" | "type"> & {
  /** In UTC; empty for none. */
  value: string;
  onChange: (next: string | null) => void;
};

/** A point in time, typed as the clock of its reader shows it. */
export function InstantInput({ value, onChange, description, ...rest }: Props) {
  const zone = useAuth().user?.timeZone ?? deviceTimeZone();
  const isInstant = !Number.isNaN(Date.parse(value));
  return (
    <TextInput
      {...rest}
      type="datetime-local"
      description={`${description ? `${description} ` : ""}Time zone: ${zone}.`}
      value={isInstant ? toClockTime(value, zone) : ""}
      onChange={({ currentTarget }) => onChange(instantAt(currentTarget.value, zone))}
    />
  );
}
