import "@mantine/core/styles/Checkbox.css";
import type { FieldMapping, TargetField } from "@console/contracts";
import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./mapping.module.css";

const newNameRules = [
  { value: "", label: "Default" },
  { value: "take", label: "Accept" },
  { value: "ask", label: "Wait for a decision" },
];

type Props = {
  field: Pick<TargetField, "label" | "isRequired" | "choices" | "type">;
  mapped: FieldMapping | undefined;
  onChange: (mapped: FieldMapping) => void;
};

/** What a row gets that has no value, and what happens to one whose value cannot be read. */
export function FieldOptions({ field: { label, isRequired, choices, type }, mapped = {}, onChange }: Props) {
  const [words, setWords] = useState((mapped.emptyWords ?? []).join(", "));
  const [constant, setConstant] = useState(mapped.constant ?? "");
  const saveConstant = (value: string) => {
    const { constant: before = "", ...rest } = mapped;
    if (value.trim() !== before) onChange(value.trim() ? { ...rest, constant: value.trim() } : rest);
  };
  const saveWords = () => {
    const emptyWords = words
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean);
    const { emptyWords: before = [], ...rest } = mapped;
    if (emptyWords.join() === before.join()) return;
    onChange(emptyWords.length > 0 ? { ...rest, emptyWords } : rest);
  };
  const saveNewNames = (value: string) => {
    const { newNames: _, ...rest } = mapped;
    onChange(value === "take" || value === "ask" ? { ...rest, newNames: value } : rest);
  };
  const hasColumn = Boolean(mapped.from);
  const count = [mapped.constant, mapped.isRequired, mapped.clears, mapped.emptyWords?.length, mapped.newNames].filter(
    Boolean,
  ).length;
  return (
    <details className={classes.options}>
      <summary aria-label={`Options of ${label}`}>Options{count > 0 && ` (${count})`}</summary>
      <div>
        {choices.length > 0 ? (
          <NativeSelect
            size="xs"
            label={constantLabel(hasColumn)}
            value={mapped.constant ?? ""}
            data={[{ value: "", label: "None" }, ...choices.map((choice) => ({ value: choice, label: choice }))]}
            onChange={({ currentTarget }) => saveConstant(currentTarget.value)}
          />
        ) : (
          <TextInput
            size="xs"
            label={constantLabel(hasColumn)}
            value={constant}
            maxLength={500}
            onChange={({ currentTarget }) => setConstant(currentTarget.value)}
            onBlur={() => saveConstant(constant)}
          />
        )}
        {hasColumn && !isRequired && (
          <Checkbox
            size="xs"
            label="Reject rows without it"
            checked={mapped.isRequired ?? false}
            onChange={({ currentTarget }) => onChange({ ...mapped, isRequired: currentTarget.checked })}
          />
        )}
        {hasColumn && !isRequired && (
          <Checkbox
            size="xs"
            label="An empty value removes what is stored"
            checked={mapped.clears ?? false}
            onChange={({ currentTarget }) => onChange({ ...mapped, clears: currentTarget.checked })}
          />
        )}
        {hasColumn && type === "member" && (
          <NativeSelect
            size="xs"
            label="New names"
            value={mapped.newNames ?? ""}
            data={newNameRules}
            onChange={({ currentTarget }) => saveNewNames(currentTarget.value)}
          />
        )}
        {hasColumn && (
          <TextInput
            size="xs"
            label="Words that mean empty"
            description="Separated by commas. N/A and NULL always do."
            value={words}
            maxLength={500}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            onBlur={saveWords}
          />
        )}
      </div>
    </details>
  );
}

function constantLabel(hasColumn: boolean): string {
  return hasColumn ? "Value where it is empty" : "Value of every row";
}
