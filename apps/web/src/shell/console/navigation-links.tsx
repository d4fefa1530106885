import { Link } from "@tanstack/react-router";
import type { NavigationGroup } from "./navigation.ts";
import classes from "./navigation-links.module.css";
import { OpenCount } from "./open-count.tsx";

/** The pages in their groups; with icons alone each link keeps its name for readers and as a hint. */
export function NavigationLinks({
  groups,
  isNarrow = false,
  onFollow,
}: {
  groups: readonly NavigationGroup[];
  isNarrow?: boolean;
  onFollow?: () => void;
}) {
  return (
    <nav className={classes.groups} aria-label="Main" data-narrow={isNarrow || undefined}>
      {groups.map(({ label, items }) => (
        <div key={label}>
          <p className={classes.group} aria-hidden="true">
            {label}
          </p>
          {/* The list has the name: a landmark of it would meet sections of pages with the same. */}
          <ul className={classes.items} aria-label={label}>
            {items.map(({ path, label: name, icon: Icon, counts }) => (
              <li key={path}>
                <Link
                  to={path}
                  className={classes.link}
                  activeOptions={{ exact: true, includeSearch: false }}
                  title={isNarrow ? name : undefined}
                  onClick={onFollow}
                >
                  <Icon size={18} stroke={1.5} aria-hidden="true" />
                  <span className={classes.name}>{name}</span>
                  {counts && <OpenCount counts={counts} />}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
