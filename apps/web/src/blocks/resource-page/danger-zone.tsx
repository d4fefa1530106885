import type { EntityAction } from "@console/contracts";
import { Button } from "@mantine/core";
import detail from "../detail/detail.module.css";
import classes from "./resource-page.module.css";

type Props = { actions: readonly EntityAction[]; onAction: (action: EntityAction) => void };

/** What takes something away, apart from everything else. */
export function DangerZone({ actions, onAction }: Props) {
  if (actions.length === 0) return null;
  return (
    <section className={classes.danger} aria-labelledby="danger-zone">
      <h3 id="danger-zone" className={classes.dangerName}>
        Danger zone
      </h3>
      <ul className={classes.dangers}>
        {actions.map((action) => (
          <li key={action.name} className={classes.dangerItem}>
            <div>
              <strong>{action.label}</strong>
              {action.question && <p className={detail.quiet}>{action.question}</p>}
            </div>
            <Button size="xs" variant="outline" color="red" onClick={() => onAction(action)}>
              {action.label}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
