import type { MissingReport } from "@console/contracts";
import { isPlatformRole } from "@console/contracts/roles";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { AskForReport } from "./ask-for-report.tsx";
import classes from "./report-catalogue.module.css";

/** The reports whose sources a tenant does not have: what they need, and a way to get them. */
export function MissingReports({ reports }: { reports: readonly MissingReport[] }) {
  const isPlatformAccess = isPlatformRole(useAuth().role);
  if (reports.length === 0) return null;
  return (
    <section className={classes.missing} aria-labelledby="missing-reports">
      <h2 id="missing-reports" className={classes.sectionTitle}>
        Not connected
      </h2>
      <ul className={classes.list}>
        {reports.map(({ id, title, question, sources, request }) => (
          <li key={id} className={classes.missingCard}>
            <h3 className={classes.title}>{title}</h3>
            <p className={classes.question}>{question}</p>
            <p className={classes.needs}>Needs data from {sources.join(" or ")}, which is not connected.</p>
            {!isPlatformAccess && <AskForReport report={id} title={title} request={request} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
