import { NativeSelect } from "@mantine/core";
import { useId } from "react";
import classes from "./filter-bar.module.css";

type Props<Value extends string> = {
  label: string;
  value: Value;
  words: Readonly<Partial<Record<Value, string>>>;
  onChoice: (value: Value) => void;
};

/** One choice out of a few, under the name of what is chosen. */
export function ChoiceField<Value extends string>({ label, value, words, onChoice }: Props<Value>) {
  const id = useId();
  const data = (Object.keys(words) as Value[]).map((one) => ({ value: one, label: words[one] ?? one }));
  return (
    <div className={classes.choice}>
      <label htmlFor={id} className={classes.choiceLabel}>
        {label}
      </label>
      <NativeSelect
        id={id}
        size="sm"
        value={value}
        data={data}
        onChange={(event) => onChoice(event.currentTarget.value as Value)}
      />
    </div>
  );
}
