import { formatInstant } from "@console/figures/format";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./status-bar.module.css";

const readEveryMs = 60_000;

/** What concerns the reader's tenant at the moment; nothing where all is well, and it goes away by itself. */
export function StatusBar() {
  const formats = useFormats();
  const { data } = useQuery({ ...read("getOwnStatus", {}), refetchInterval: readEveryMs });
  if (!data || data.items.length === 0) return null;
  return (
    <div className={classes.bar} role="status">
      <IconAlertTriangle size={18} stroke={1.5} aria-hidden="true" />
      <ul className={classes.items}>
        {data.items.map(({ id, text, since }) => (
          <li key={id}>
            {text} <span className={classes.since}>Since {formatInstant(since, formats)}.</span>
          </li>
        ))}
      </ul>
      <Link to="/tenant/status" className={classes.more}>
        Open status
      </Link>
    </div>
  );
}
