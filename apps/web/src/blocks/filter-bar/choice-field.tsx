import { NativeSelect } from "@mantine/core";
import classes from "./filter-bar.module.css";

type Props<Value extends string> = {
  label: string;
  value: Value;
  words: Readonly<Record<Value, string>>;
  onChoice: (value: Value) => void;
};

/** One choice out of a few, named by its label for those who hear it. */
export function ChoiceField<Value extends string>({ label, value, words, onChoice }: Props<Value>) {
  const data = (Object.keys(words) as Value[]).map((one) => ({ value: one, label: words[one] }));
  return (
    <NativeSelect
      size="sm"
      aria-label={label}
      title={label}
      className={classes.choice}
      value={value}
      data={data}
      onChange={(event) => onChoice(event.currentTarget.value as Value)}
    />
  );
}
