import type { Dashboard } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { Button } from "@mantine/core";
import { ImportLink } from "../../blocks/connection/import-link.tsx";
import { WhileFilling } from "../../blocks/states/while-filling.tsx";
import classes from "./dashboard.module.css";

type Props = {
  sources: Pick<Dashboard, "freshness" | "missing">;
  formats: FormatChoices;
  onRetry: () => void;
};

/** A dashboard before any data: which sources are connected, which are not, and who acts. */
export function FirstRun({ sources: { freshness, missing }, formats, onRetry }: Props) {
  const domains = [...freshness, ...missing].map(({ domain }) => domain);
  return (
    <WhileFilling domains={domains} formats={formats} onArrived={onRetry}>
      <section className={classes.firstRun} aria-labelledby="first-run">
        <h2 id="first-run" className={classes.title}>
          No data yet
        </h2>
        <p className={classes.quiet}>
          {freshness.length > 0
            ? "No data has arrived yet. This page fills automatically when it does."
            : "No source is connected to your organisation. Ask your administrator to connect one."}
        </p>
        <ul className={classes.sources}>
          {freshness.map(({ domain, label }) => (
            <li key={domain}>
              <strong>{label}</strong> Connected, waiting for its first data. You do not need to do anything.
            </li>
          ))}
          {missing.map(({ domain, label }) => (
            <li key={domain}>
              <strong>{label}</strong> Not connected. An administrator of the platform connects it.
            </li>
          ))}
        </ul>
        <div className={classes.firstActions}>
          <ImportLink domain={(freshness[0] ?? missing[0])?.domain} />
          <Button variant="default" onClick={onRetry}>
            Refresh
          </Button>
        </div>
      </section>
    </WhileFilling>
  );
}
