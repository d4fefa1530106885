import type { DashboardCard } from "@console/contracts";
import { ActionIcon } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconArrowUp,
  IconX,
} from "@tabler/icons-react";
import classes from "./arrange.module.css";
import { cardKey, nextWidth, titleForCard } from "./arrange-cards.ts";
import type { Arrangement } from "./use-arrangement.ts";

type Props = {
  card: DashboardCard;
  place: number;
  count: number;
  arrangement: Arrangement;
  onUse: (action: string) => void;
};

/** The buttons that arrange one card. One that cannot act stays in its place, so that the focus does not fall away. */
export function CardTools({ card, place, count, arrangement, onUse }: Props) {
  const key = cardKey(card);
  const title = titleForCard(card);
  const { move, resize, remove } = arrangement;
  const tools = [
    { action: "up", label: "Move up", icon: IconArrowUp, isIdle: place === 0, run: () => move(key, title, -1) },
    {
      action: "down",
      label: "Move down",
      icon: IconArrowDown,
      isIdle: place === count - 1,
      run: () => move(key, title, 1),
    },
    {
      action: "narrower",
      label: "Narrower",
      icon: IconArrowsDiagonalMinimize2,
      isIdle: nextWidth(card.width, -1) === null,
      run: () => resize(key, title, -1),
    },
    {
      action: "wider",
      label: "Wider",
      icon: IconArrowsDiagonal,
      isIdle: nextWidth(card.width, 1) === null,
      run: () => resize(key, title, 1),
    },
    { action: "remove", label: "Remove", icon: IconX, isIdle: false, run: () => remove(key, title) },
  ];
  return (
    <div className={classes.tools}>
      {tools.map(({ action, label, icon: Icon, isIdle, run }) => (
        <ActionIcon
          key={action}
          variant="default"
          size={28}
          data-action={action}
          data-idle={isIdle || undefined}
          className={classes.tool}
          aria-label={`${label}: ${title}`}
          title={label}
          aria-disabled={isIdle}
          onClick={() => {
            if (isIdle) return;
            onUse(action);
            run();
          }}
        >
          <Icon size={16} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}
