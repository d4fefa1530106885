import type { HealthCheckView } from "@console/contracts";
import { formatInstant, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Sparkline } from "../../blocks/chart/sparkline.tsx";
import detail from "../../blocks/detail/detail.module.css";
import { SideDrawer } from "../../blocks/side-drawer/side-drawer.tsx";
import { useWrite } from "../../lib/queries.ts";
import { showToast } from "../../lib/toasts.ts";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./health.module.css";
import { HealthMark } from "./health-mark.tsx";
import { sayPeriod, sayUptime } from "./health-words.ts";
import { RunCheck } from "./run-check.tsx";

type Props = { check: HealthCheckView; all: readonly HealthCheckView[]; onClose: () => void };

/** One check with all that is known of it. */
export function CheckDrawer({ check, all, onClose }: Props) {
  const formats = useFormats();
  const at = (instant: string | null) => (instant ? formatInstant(instant, formats) : "Never");
  const { label, purpose, state, cause, message, affects, uptimes, history } = check;
  return (
    <SideDrawer title={label} about={purpose} closeLabel="Close the check" width={560} onClose={onClose}>
      <div className={classes.body}>
        <div className={detail.actions}>
          <HealthMark state={state} />
          <RunCheck name={check.name} label={label} />
          <PauseCheck check={check} />
        </div>
        {cause && <p>Waits for: {all.find(({ name }) => name === cause)?.label ?? cause}.</p>}
        {message && state !== "up" && <p className={detail.warning}>{message}</p>}
        <dl className={detail.facts}>
          <Fact label="In this state since" value={at(check.since)} />
          <Fact label="Last check" value={at(check.checkedAt)} />
          <Fact label="Last success" value={at(check.lastSuccessAt)} />
          <Fact label="Checked every" value={`${formatNumber(check.everySeconds, formats)} s`} />
          {check.figures.map(({ label: name, value, isInstant }) => (
            <Fact key={name} label={name} value={isInstant ? at(value) : value} />
          ))}
        </dl>
        <section className={detail.part}>
          <h3>Uptime</h3>
          <dl className={detail.facts}>
            {uptimes.map(({ days, share, unknownShare }) => (
              <Fact
                key={days}
                label={sayPeriod(days)}
                value={`${sayUptime(share, formats)}${unknownShare ? `, ${sayUptime(unknownShare, formats)} not watched` : ""}`}
              />
            ))}
          </dl>
          <p className={classes.quiet}>Maintenance is left out. Time that nobody watched does not count as up.</p>
        </section>
        {history.length > 1 && (
          <section className={detail.part}>
            <h3>Time of the check in the last 24 hours</h3>
            <p className={classes.quiet}>
              At most {formatNumber(Math.max(...history.map((one) => one.latencyMs)), formats)} ms
            </p>
            <div className={classes.history}>
              <Sparkline values={history.map((one) => one.latencyMs)} height={48} />
            </div>
          </section>
        )}
        {check.lastError && (
          <section className={detail.part}>
            <h3>Last error</h3>
            <p>{check.lastError}</p>
            <p className={classes.quiet}>{at(check.lastErrorAt)}</p>
          </section>
        )}
        <section className={detail.part}>
          <h3>What it affects</h3>
          <p>{affects.summary}</p>
          {affects.reports.length > 0 && <p>{affects.reports.map(({ name }) => name).join(", ")}</p>}
          {affects.tenants !== null && affects.tenants.length > 0 && (
            <ul>
              {affects.tenants.map(({ id, name }) => (
                <li key={id}>
                  <Link to="/admin/tenants" search={{ row: id }}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </SideDrawer>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function PauseCheck({ check: { name, label, state } }: { check: HealthCheckView }) {
  const pause = useWrite("pauseHealthCheck");
  const isPaused = state === "paused";
  const change = () =>
    pause.mutate(
      { check: name, isPaused: !isPaused },
      { onError: (error) => showToast({ title: label, message: error.message, type: "error" }) },
    );
  return (
    <Button variant="default" size="compact-sm" loading={pause.isPending} onClick={change}>
      {isPaused ? "Resume" : "Pause"}
    </Button>
  );
}
