import type { DashboardCard } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { AddCard } from "./add-card.tsx";
import classes from "./arrange.module.css";
import { cardKey } from "./arrange-cards.ts";
import board from "./dashboard.module.css";
import { ProductDefault } from "./product-default.tsx";
import type { Arrangement } from "./use-arrangement.ts";

type Props = {
  arrangement: Arrangement;
  available: readonly DashboardCard[];
  mayShare: boolean;
  /** A manager has made a default for everyone, which can be taken back. */
  isTenantDefault: boolean;
};

/** What can be done with all cards while they are arranged. It stays in sight; a failed save is told here. */
export function ArrangeBar({ arrangement, available, mayShare, isTenantDefault }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  const { cards, failure, isSaving, isDirty, audience, save, cancel, reset, add } = arrangement;
  const shown = new Set(cards.map(cardKey));
  const requestId = failure instanceof ApiError ? failure.requestId : null;
  return (
    <section className={classes.bar} aria-label="Arrange cards">
      <div className={classes.barLine}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />}
          aria-expanded={isAdding}
          onClick={() => setIsAdding(!isAdding)}
        >
          Add card
        </Button>
        <Button variant="default" onClick={reset} disabled={isSaving}>
          Reset to default
        </Button>
        {mayShare && (
          <Button
            variant="default"
            disabled={isSaving && audience !== "everyone"}
            loading={isSaving && audience === "everyone"}
            onClick={() => void save("everyone")}
          >
            Make this the default for everyone
          </Button>
        )}
        {mayShare && isTenantDefault && <ProductDefault isIdle={isSaving} onReturn={() => void save("product")} />}
        <div className={classes.saving}>
          {failure && (
            <p className={classes.failure} role="alert">
              Not saved. {failure.message} Your cards stay as you arranged them.
              {requestId && ` Request ID: ${requestId}`}
            </p>
          )}
          <span className={board.quiet}>{isDirty ? "Not saved yet" : "Nothing changed"}</span>
          <Button variant="default" onClick={cancel} disabled={isSaving}>
            Cancel
          </Button>
          <Button
            disabled={isSaving && audience !== "me"}
            loading={isSaving && audience === "me"}
            onClick={() => void save(failure ? audience : "me")}
          >
            {failure ? "Retry" : "Save"}
          </Button>
        </div>
      </div>
      {isAdding && <AddCard cards={available.filter((card) => !shown.has(cardKey(card)))} onAdd={add} />}
    </section>
  );
}
