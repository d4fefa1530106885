import type { RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconHelpCircle,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { StateMark } from "../../blocks/connection/state-mark.tsx";
import { ReadProblem } from "../../blocks/states/read-problem.tsx";
import { ShapedSkeleton } from "../../blocks/states/shaped-skeleton.tsx";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./tenant-status.module.css";

type Status = RouteOutput<Routes["getTenantStatus"]>;

const readEveryMs = 60_000;

const summaries: Record<Status["state"], { icon: Icon; words: string }> = {
  up: { icon: IconCircleCheck, words: "Everything works" },
  degraded: { icon: IconClockExclamation, words: "Something does not work as usual" },
  down: { icon: IconAlertTriangle, words: "The platform is down" },
  unknown: { icon: IconHelpCircle, words: "The state is unknown at the moment" },
};

/** What concerns the reader's tenant: what is wrong now, what is planned, how fresh its data is, and what was wrong. */
export function TenantStatus() {
  const formats = useFormats();
  const { data, error, refetch } = useQuery({ ...read("getTenantStatus", {}), refetchInterval: readEveryMs });
  if (!data && error)
    return <ReadProblem title="The status could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <ShapedSkeleton label="Loading the status" shape="list" />;
  // What was read before is not the state now.
  const { icon: Mark, words } = summaries[error ? "unknown" : data.state];
  return (
    <div className={classes.page}>
      <div className={classes.summary} data-state={error ? "unknown" : data.state} role="status">
        <Mark size={24} stroke={1.5} aria-hidden="true" />
        <p>
          <strong>{words}</strong>
          <span className={classes.quiet}>As of {formatInstant(data.readAt, formats)}</span>
        </p>
      </div>
      {data.items.length > 0 && (
        <Part title="Now">
          <ul className={classes.list}>
            {data.items.map(({ id, text, since }) => (
              <li key={id}>
                {text}
                <span className={classes.quiet}>Since {formatInstant(since, formats)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {data.maintenance.length > 0 && <Maintenance windows={data.maintenance} formats={formats} />}
      <Sources sources={data.sources} formats={formats} />
      <Part title="Past incidents">
        {data.past.length === 0 && <p className={classes.quiet}>None in the last 90 days.</p>}
        <ul className={classes.list}>
          {data.past.map(({ id, text, from, until }) => (
            <li key={id}>
              {text}
              <span className={classes.quiet}>
                {formatInstant(from, formats)} – {formatInstant(until, formats)}
              </span>
            </li>
          ))}
        </ul>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Maintenance({ windows, formats }: { windows: Status["maintenance"]; formats: FormatChoices }) {
  return (
    <Part title="Planned maintenance">
      <ul className={classes.list}>
        {windows.map(({ id, title, text, from, until, isNow }) => (
          <li key={id}>
            <strong>{title}</strong>
            {text && <span>{text}</span>}
            <span className={classes.quiet}>
              {isNow ? "In progress: " : ""}
              {formatInstant(from, formats)} – {formatInstant(until, formats)}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Sources({ sources, formats }: { sources: Status["sources"]; formats: FormatChoices }) {
  return (
    <Part title="Sources">
      {sources.length === 0 && <p className={classes.quiet}>No source is connected.</p>}
      <ul className={classes.list}>
        {sources.map(({ id, name, kind, state, loadedAt, reports }) => (
          <li key={id}>
            <span className={classes.source}>
              <strong>{name}</strong>
              <span className={classes.quiet}>{kind}</span>
              <StateMark state={state} />
            </span>
            <span className={classes.quiet}>
              {loadedAt ? `Last data ${formatInstant(loadedAt, formats)}` : "No data yet"}
            </span>
            {reports.length > 0 && (
              <span className={classes.reports}>
                Shown in{" "}
                {reports.map(({ id: report, title, path }) => (
                  <Link key={report} to={path}>
                    {title}
                  </Link>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
