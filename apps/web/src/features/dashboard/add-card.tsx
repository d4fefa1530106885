import "@mantine/core/styles/Input.css";
import type { DashboardCard } from "@console/contracts";
import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./arrange.module.css";
import { cardKey, sourceForCard, titleForCard } from "./arrange-cards.ts";
import board from "./dashboard.module.css";

type Props = {
  /** The cards that are not on the dashboard. */
  cards: readonly DashboardCard[];
  onAdd: (card: DashboardCard) => void;
};

/** Finds a card by its title or its report, and puts it on the dashboard. */
export function AddCard({ cards, onAdd }: Props) {
  const [search, setSearch] = useState("");
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = cards.filter((card) => {
    const note = "pin" in card ? "" : (card.panel.note ?? "");
    const text = `${titleForCard(card)} ${note} ${sourceForCard(card)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const titles = [...new Set(matches.map(sourceForCard))];
  return (
    <section className={classes.picker} aria-label="Add a card">
      <TextInput
        aria-label="Search cards"
        placeholder="Search by title or report"
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        autoFocus
      />
      {matches.length === 0 && (
        <p className={board.quiet} role="status">
          {cards.length === 0 ? "Every card is on the dashboard." : `No card is called “${search.trim()}”.`}
        </p>
      )}
      <div className={classes.choices}>
        {titles.map((title) => (
          <section key={title} aria-label={title}>
            <h3 className={classes.group}>{title}</h3>
            <ul className={classes.choiceList}>
              {matches
                .filter((card) => sourceForCard(card) === title)
                .map((card) => (
                  <li key={cardKey(card)} className={classes.choice}>
                    <span>{titleForCard(card)}</span>
                    <Button
                      variant="default"
                      size="compact-sm"
                      leftSection={<IconPlus size={14} stroke={1.5} aria-hidden="true" />}
                      aria-label={`Add: ${titleForCard(card)}`}
                      onClick={() => onAdd(card)}
                    >
                      Add
                    </Button>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}
