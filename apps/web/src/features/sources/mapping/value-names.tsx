import { ActionIcon, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import classes from "./mapping.module.css";

type Props = {
  /** The field whose values they are. */
  label: string;
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
};

/** What the source calls the values of a field, and what we call them; new ones are named where unmapped values are listed. */
export function ValueNames({ label, values, onChange }: Props) {
  const names = Object.entries(values);
  if (names.length === 0) return null;
  return (
    <details className={classes.names}>
      <summary>{names.length === 1 ? "1 value has a name" : `${names.length} values have names`}</summary>
      <ul>
        {names.map(([value, name]) => (
          <li key={value}>
            <code>{value}</code>
            <TextInput
              size="xs"
              aria-label={`What we call ${value} in ${label}`}
              maxLength={200}
              value={name}
              onChange={({ currentTarget }) => onChange({ ...values, [value]: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={`Call ${value} in ${label} like the source`}
              onClick={() => onChange(Object.fromEntries(names.filter(([one]) => one !== value)))}
            >
              <IconX size={16} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </details>
  );
}
