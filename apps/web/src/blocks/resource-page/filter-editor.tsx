import "@mantine/core/styles/Checkbox.css";
import "@mantine/core/styles/InlineInput.css";
import type { EntityField } from "@console/contracts";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { type SyntheticEvent, useEffect, useRef, useState } from "react";
import bar from "../filter-bar/filter-bar.module.css";
import { ReferenceInput } from "../resource-form/reference-input.tsx";
import { isTyped, type Offer, takesSeveral } from "./filter-offers.ts";
import { plainFilter } from "./resource-address.ts";

type Props = {
  field: EntityField;
  offers: readonly Offer[];
  value: string;
  /** Gets the value of the filter in the words of the address; an empty one takes it away. */
  onApply: (value: string) => void;
};

/** Sets the filter on one field: several of its choices, one of the offers, a row that it names, or a part of its text. */
export function FilterEditor(props: Props) {
  const { field, offers, value, onApply } = props;
  if (field.refersTo) {
    return (
      <div className={bar.picker}>
        <ReferenceInput
          label={field.label}
          to={field.refersTo}
          isFirst
          value={value === "none" ? "" : plainFilter(value)}
          onChange={(id) => onApply(encodeURIComponent(id))}
        />
      </div>
    );
  }
  if (isTyped(field)) return <TextEditor {...props} />;
  if (takesSeveral(field)) return <ChoicesEditor {...props} />;
  return (
    <ul className={bar.offers} aria-label={field.label}>
      {offers.map((offer) => (
        <li key={offer.value}>
          <button
            type="button"
            className={bar.item}
            aria-current={offer.value === value}
            onClick={() => onApply(offer.value)}
          >
            {offer.label}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The first control of a popover that is open already takes the focus by itself. */
function useFirstFocus() {
  const element = useRef<HTMLInputElement>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}

function TextEditor({ field, value, onApply }: Props) {
  const [text, setText] = useState(plainFilter(value.replace(/^~/, "")));
  const element = useFirstFocus();
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    onApply(trimmed === "" ? "" : `~${encodeURIComponent(trimmed)}`);
  };
  return (
    <form className={bar.picker} onSubmit={apply}>
      <TextInput
        ref={element}
        label={`${field.label} contains`}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" size="sm">
        Apply filter
      </Button>
    </form>
  );
}

function ChoicesEditor({ field, offers, value, onApply }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(value === "" ? [] : value.split(","));
  const element = useFirstFocus();
  const toggle = (one: string) => {
    // Rows without a value are asked for alone.
    if (one === "none" || chosen.includes("none")) setChosen(chosen.includes(one) ? [] : [one]);
    else setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  };
  const apply = (event: SyntheticEvent) => {
    event.preventDefault();
    onApply(chosen.join(","));
  };
  return (
    <form className={bar.picker} onSubmit={apply}>
      <ul className={bar.members} aria-label={field.label}>
        {offers.map((offer, place) => (
          <li key={offer.value}>
            <Checkbox
              size="sm"
              {...(place === 0 && { ref: element })}
              label={offer.label}
              checked={chosen.includes(offer.value)}
              onChange={() => toggle(offer.value)}
            />
          </li>
        ))}
      </ul>
      <Button type="submit" size="sm">
        Apply filter
      </Button>
    </form>
  );
}
