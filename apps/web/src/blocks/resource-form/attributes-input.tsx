import type { EntityField, EntityValue } from "@console/contracts";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./resource-form.module.css";

type Props = {
  field: EntityField;
  value: EntityValue;
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  onChange: (next: EntityValue) => void;
};

type Pair = { key: number; name: string; value: string };

/** Names with values, as many as are needed. */
export function AttributesInput({ field, value, error, isDisabled, onChange }: Props) {
  const [pairs, setPairs] = useState<readonly Pair[]>(() => toPairs(value));
  const set = (next: readonly Pair[]) => {
    setPairs(next);
    const named = next.filter(({ name }) => name.trim() !== "").map((pair) => [pair.name.trim(), pair.value] as const);
    onChange(Object.fromEntries(named));
  };
  const change = (key: number, part: Partial<Pair>) =>
    set(pairs.map((pair) => (pair.key === key ? { ...pair, ...part } : pair)));
  return (
    <fieldset className={classes.group} disabled={isDisabled}>
      <legend className={classes.label}>{field.label}</legend>
      {field.help && <p className={classes.help}>{field.help}</p>}
      {pairs.map(({ key, name, value: text }) => (
        <div key={key} className={classes.pair}>
          <TextInput
            aria-label="Name"
            placeholder="Name"
            value={name}
            onChange={({ currentTarget }) => change(key, { name: currentTarget.value })}
          />
          <TextInput
            aria-label={`Value of ${name || "the attribute"}`}
            placeholder="Value"
            value={text}
            onChange={({ currentTarget }) => change(key, { value: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={`Remove ${name || "the attribute"}`}
            onClick={() => set(pairs.filter((pair) => pair.key !== key))}
          >
            <IconTrash size={16} stroke={1.5} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setPairs([...pairs, { key: nextKey(pairs), name: "", value: "" }])}
        >
          Add
        </Button>
      </div>
      {error && <p className={classes.problem}>{error}</p>}
    </fieldset>
  );
}

function toPairs(value: EntityValue): Pair[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, text], key) => ({ key, name, value: text }));
}

function nextKey(pairs: readonly Pair[]): number {
  return Math.max(-1, ...pairs.map(({ key }) => key)) + 1;
}
