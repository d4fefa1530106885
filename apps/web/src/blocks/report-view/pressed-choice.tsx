import classes from "./pressed-choice.module.css";
import shared from "./report-view.module.css";

type Props = {
  legend: string;
  options: readonly { id: string; label: string }[];
  chosen: string;
  onChoose: (id: string) => void;
};

/** One of a few, side by side; the chosen one is pressed. */
export function PressedChoice({ legend, options, chosen, onChoose }: Props) {
  return (
    <fieldset className={classes.choice}>
      <legend className={shared.hidden}>{legend}</legend>
      {options.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className={classes.option}
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
