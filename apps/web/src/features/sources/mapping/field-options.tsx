import "@mantine/core/styles/Checkbox.css";
import type { FieldMapping, TargetField } from "@console/contracts";
import { Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./mapping.module.css";

type Props = {
  field: Pick<TargetField, "name" | "label" | "isRequired">;
  mapped: FieldMapping;
  onChange: (mapped: FieldMapping) => void;
};

/** What happens to a row whose value is empty or cannot be read. */
export function FieldOptions({ field: { label, isRequired }, mapped, onChange }: Props) {
  const [words, setWords] = useState((mapped.emptyWords ?? []).join(", "));
  const saveWords = () => {
    const emptyWords = words
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean);
    const { emptyWords: before = [], ...rest } = mapped;
    if (emptyWords.join() === before.join()) return;
    onChange(emptyWords.length > 0 ? { ...rest, emptyWords } : rest);
  };
  const count = [mapped.isRequired, mapped.clears, mapped.emptyWords?.length].filter(Boolean).length;
  return (
    <details className={classes.options}>
      <summary aria-label={`Options of ${label}`}>Options{count > 0 && ` (${count})`}</summary>
      <div>
        {!isRequired && (
          <Checkbox
            size="xs"
            label="Reject rows without it"
            checked={mapped.isRequired ?? false}
            onChange={({ currentTarget }) => onChange({ ...mapped, isRequired: currentTarget.checked })}
          />
        )}
        {!isRequired && (
          <Checkbox
            size="xs"
            label="An empty value removes what is stored"
            checked={mapped.clears ?? false}
            onChange={({ currentTarget }) => onChange({ ...mapped, clears: currentTarget.checked })}
          />
        )}
        <TextInput
          size="xs"
          label="Words that mean empty"
          description="Separated by commas. N/A and NULL always do."
          value={words}
          maxLength={500}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onBlur={saveWords}
        />
      </div>
    </details>
  );
}
