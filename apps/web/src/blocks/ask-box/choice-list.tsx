import { TextInput } from "@mantine/core";
import { useState } from "react";
import filterBar from "../filter-bar/filter-bar.module.css";
import classes from "./ask-box.module.css";

export type Choice = { id: string; label: string };

type Props = {
  label: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChoice: (id: string) => void;
};

const mostAtAGlance = 12;

/** One choice out of several, found by a part of its name where they are many. */
export function ChoiceList({ label, choices, value, onChoice }: Props) {
  const [search, setSearch] = useState("");
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <div className={classes.choices}>
      {choices.length > mostAtAGlance && (
        <TextInput
          label={label}
          placeholder="Search by name"
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <ul className={classes.choiceList} aria-label={label}>
        {found.map((choice) => (
          <li key={choice.id}>
            <button
              type="button"
              className={filterBar.item}
              aria-current={choice.id === value}
              onClick={() => onChoice(choice.id)}
            >
              {choice.label}
            </button>
          </li>
        ))}
        {found.length === 0 && <li className={classes.note}>No name contains this text.</li>}
      </ul>
    </div>
  );
}
