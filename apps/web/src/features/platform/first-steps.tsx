import { Button } from "@mantine/core";
import { IconCircle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { read } from "../../lib/queries.ts";
import { usePreference } from "../../lib/use-preference.ts";
import classes from "./platform-dashboard.module.css";

const readEveryMs = 30_000;

/** What a new installation needs first. It ticks itself, and goes when all is done or when its reader hides it. */
export function FirstSteps() {
  const [isHidden, setIsHidden, reading] = usePreference("first-steps:hidden", false);
  const { data } = useQuery({
    ...read("getFirstSteps", {}),
    enabled: reading !== "running" && !isHidden,
    refetchInterval: readEveryMs,
  });
  if (isHidden || reading === "running" || !data) return null;
  const steps = [
    { isDone: data.hasTenant, text: "Create a tenant", to: "/admin/tenants", help: "" },
    {
      isDone: data.hasSource,
      text: "Connect a source",
      to: "/admin/sources/genesis/management",
      help: "Each kind of source has its page under Sources.",
    },
    { isDone: data.hasPeople, text: "Invite people", to: "/admin/users", help: "" },
    {
      isDone: data.hasReportView,
      text: "First report opened",
      to: null,
      help: "Done when someone of a tenant opens a report.",
    },
    {
      isDone: data.hasBackup,
      text: "Make a backup",
      to: "/admin/global-settings",
      help: "Choose a folder in the settings, and a backup is made every night.",
    },
  ];
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  if (doneCount === steps.length) return null;
  return (
    <section className={classes.firstSteps} aria-labelledby="first-steps">
      <div className={classes.headingRow}>
        <h2 id="first-steps" className={classes.heading}>
          First steps
        </h2>
        <span className={classes.quiet}>
          {doneCount} of {steps.length} done
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => setIsHidden(true)}>
          Hide
        </Button>
      </div>
      <ol className={classes.steps}>
        {steps.map(({ isDone, text, to, help }) => (
          <li key={text} className={classes.step} data-state={isDone ? "done" : "open"}>
            {isDone ? (
              <IconCircleCheck size={18} stroke={1.5} aria-label="Done:" />
            ) : (
              <IconCircle size={18} stroke={1.5} aria-hidden="true" />
            )}
            {isDone || to === null ? <span>{text}</span> : <Link to={to}>{text}</Link>}
            {!isDone && help !== "" && <span className={classes.help}>{help}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
