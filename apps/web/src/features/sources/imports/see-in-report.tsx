import type { ImportRun } from "@console/contracts";
import { formatDayRange } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { withAccessedTenant } from "../../../lib/platform-access.ts";
import { read } from "../../../lib/queries.ts";
import classes from "./import-page.module.css";

/** Which days a load is about, and the report that shows them. */
export function SeeInReport({ loaded: { domain, from, to } }: { loaded: NonNullable<ImportRun["loaded"]> }) {
  // The first load of a kind gives its tenant a report that was not among them before.
  const { data } = useQuery({ ...read("listReports", {}), staleTime: 0 });
  const report = data?.items.find(({ domains }) => domains.includes(domain));
  return (
    <>
      <p className={classes.quiet}>
        Days of the data: <strong>{formatDayRange(from, to, null)}</strong>
      </p>
      {report && (
        <Button
          size="xs"
          renderRoot={(props) => <Link to={report.path} search={withAccessedTenant({ from, to })} {...props} />}
        >
          See it in the report
        </Button>
      )}
    </>
  );
}
