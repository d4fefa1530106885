import { formatCount } from "@console/figures/format";
import { IconWorld } from "@tabler/icons-react";
import classes from "./public-badge.module.css";

/** Says that something can be seen without signing in, and by how many links. */
export function PublicBadge({ links }: { links: number }) {
  const counted = links === 1 ? "1 link" : `${formatCount(links)} links`;
  return (
    <span className={classes.badge} title={`Opened without signing in by ${counted}`}>
      <IconWorld size={14} stroke={1.75} aria-hidden="true" />
      <span>Public</span> <span className={classes.count}>{counted}</span>
    </span>
  );
}
