import type { HealthCheckView } from "@console/contracts";
import { formatAge, formatNumber } from "@console/figures/format";
import { Sparkline } from "../../blocks/chart/sparkline.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./health.module.css";
import { HealthMark } from "./health-mark.tsx";
import { sayAffected, sayPeriod, sayUptime } from "./health-words.ts";
import { RunCheck } from "./run-check.tsx";

/** Fewer of them are no course. */
const fewestSamples = 5;

/** All checks, the worst first. */
export function CheckList({ checks, onOpen }: { checks: readonly HealthCheckView[]; onOpen: (name: string) => void }) {
  const order = ["down", "unknown", "affected", "degraded", "paused", "up"];
  const sorted = [...checks].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  return (
    <section className={classes.section} aria-labelledby="health-checks">
      <h2 id="health-checks" className={classes.heading}>
        Checks
      </h2>
      <ul className={classes.list}>
        {sorted.map((check) => (
          <CheckRow key={check.name} check={check} all={checks} onOpen={() => onOpen(check.name)} />
        ))}
      </ul>
    </section>
  );
}

type RowProps = { check: HealthCheckView; all: readonly HealthCheckView[]; onOpen: () => void };

function CheckRow({ check, all, onOpen }: RowProps) {
  const formats = useFormats();
  const { name, label, state, latencyMs, history, uptimes } = check;
  return (
    <li className={classes.row}>
      <HealthMark state={state} />
      <div className={classes.about}>
        <button type="button" className={classes.open} onClick={onOpen}>
          {label}
        </button>
        <p className={classes.quiet}>{describe(check, all)}</p>
      </div>
      <div className={classes.speed}>
        {latencyMs === null ? "–" : `${formatNumber(latencyMs, formats)} ms`}
        {history.length >= fewestSamples && <Sparkline values={history.map((one) => one.latencyMs)} height={20} />}
      </div>
      <dl className={classes.uptimes} aria-label={`Uptime of ${label}`}>
        {uptimes.map(({ days, share }) => (
          <div key={days}>
            <dt>{sayPeriod(days)}</dt>
            <dd>{sayUptime(share, formats)}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.actions}>
        <RunCheck name={name} label={label} />
      </div>
    </li>
  );
}

/** What is wrong with a part, or what it is for where nothing is. */
function describe(
  { state, message, cause, purpose, since, checkedAt, affects }: HealthCheckView,
  all: readonly HealthCheckView[],
): string {
  const age = (instant: string | null) => (instant ? formatAge(Date.now() - Date.parse(instant)) : null);
  if (state === "affected") return `Waits for: ${all.find(({ name }) => name === cause)?.label ?? cause}.`;
  if (state === "unknown")
    return checkedAt ? `Not checked for ${age(checkedAt)}. Its state is not known.` : "Not checked yet.";
  if (state === "paused") return "Paused. It is not being checked.";
  if (state === "up") return purpose;
  return [message, since && `For ${age(since)}.`, sayAffected(affects)].filter(Boolean).join(" ");
}
