import type { Dashboard } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { Button } from "@mantine/core";
import { IconLayoutGrid } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { ImportLink } from "../../blocks/connection/import-link.tsx";
import { ArrangeBar } from "./arrange-bar.tsx";
import { CardGrid } from "./card-grid.tsx";
import classes from "./dashboard.module.css";
import { useArrangement } from "./use-arrangement.ts";

type Props = { dashboard: Dashboard; mayArrange: boolean; mayShare: boolean; formats: FormatChoices };

/** The cards of a dashboard, and a way to arrange them. */
export function CardBoard({ dashboard, mayArrange, mayShare, formats }: Props) {
  const arrangement = useArrangement(dashboard);
  const { isArranging, isDirty, cards, said, start } = arrangement;
  useBlocker({
    shouldBlockFn: () => isDirty && !window.confirm("The cards are not saved. Leave anyway?"),
    enableBeforeUnload: isDirty,
  });
  return (
    <section className={classes.section} aria-labelledby="cards">
      <div className={classes.head}>
        <h2 id="cards" className={classes.title}>
          Cards
        </h2>
        {mayArrange && !isArranging && (
          <div className={classes.headActions}>
            <ImportLink />
            <Button
              variant="default"
              leftSection={<IconLayoutGrid size={16} stroke={1.5} aria-hidden="true" />}
              onClick={start}
            >
              Arrange cards
            </Button>
          </div>
        )}
      </div>
      {isArranging && (
        <ArrangeBar
          arrangement={arrangement}
          available={dashboard.available}
          mayShare={mayShare}
          isTenantDefault={dashboard.isTenantDefault}
        />
      )}
      <p className={classes.hidden} role="status">
        {said}
      </p>
      {cards.length === 0 && (
        <p className={classes.empty}>
          There are no cards here. {isArranging ? "Add one above." : "Arrange cards to add some."}
        </p>
      )}
      <CardGrid arrangement={arrangement} today={dashboard.today} formats={formats} canExport={mayArrange} />
    </section>
  );
}
