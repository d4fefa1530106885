import type { ConnectionSummary } from "@console/contracts";
import { type FormatChoices, formatAge, formatInstant } from "@console/figures/format";
import { Link } from "@tanstack/react-router";
import { ImportLink } from "../../../blocks/connection/import-link.tsx";
import { StateMark } from "../../../blocks/connection/state-mark.tsx";
import { mergeSourceSearch } from "../../../blocks/connection/use-source-address.ts";
import { useNow } from "../../../lib/use-now.ts";
import { adviceOn, dataWords, kindWords, nextRunWords, ownAdviceWords } from "../source-words.ts";
import classes from "./connection-list.module.css";

type Props = {
  connection: ConnectionSummary;
  formats: FormatChoices;
  /** It is the reader's own: whose it is goes without saying, and what the address says of the tenant too. */
  isOwn?: true;
};

/** One connection in a list: its state, when it was last read and will be next, and what is wrong with it. */
export function ConnectionItem({ connection, formats, isOwn }: Props) {
  const now = useNow();
  const { id, tenantId, tenantName, name, source, kind, state, problem, lastLoadedAt } = connection;
  return (
    <li className={classes.item}>
      <div className={classes.state}>
        <StateMark state={state} />
      </div>
      <div className={classes.who}>
        <h2 className={classes.name}>
          <Link
            to="."
            search={mergeSourceSearch(isOwn ? { connection: id } : { connection: id, tenant: tenantId })}
            className={classes.link}
          >
            {name}
          </Link>
        </h2>
        <p className={classes.quiet}>
          {isOwn ? dataWords[source] : tenantName} · {kindWords[kind]}
        </p>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Last record loaded</dt>
          <dd title={lastLoadedAt ? formatInstant(lastLoadedAt, formats) : undefined}>
            {lastLoadedAt ? `${formatAge(now - Date.parse(lastLoadedAt))} ago` : "None yet"}
          </dd>
        </div>
        <div>
          <dt>Next run</dt>
          <dd>{nextRunWords(connection, now, formats)}</dd>
        </div>
      </dl>
      {isOwn && kind === "file" && (
        <div className={classes.import}>
          <ImportLink connection={connection} />
        </div>
      )}
      {problem && (
        <p className={classes.problem} data-kind={problem.kind}>
          {problem.message} {isOwn ? ownAdviceWords(problem.kind) : adviceOn(connection)}
        </p>
      )}
    </li>
  );
}
