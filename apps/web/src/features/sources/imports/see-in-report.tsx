import type { ImportRun } from "@console/contracts";
import { addDays, longestYears } from "@console/figures/calendar";
import { formatDayRange } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sectionAnchor, toAddress } from "../../../blocks/report-view/report-address.ts";
import { withAccessedTenant } from "../../../lib/platform-access.ts";
import { read } from "../../../lib/queries.ts";
import { useFormats } from "../../../lib/use-formats.ts";
import classes from "./import-page.module.css";

/** Which days a load is about, and the report that shows them. */
export function SeeInReport({ loaded: { domain, from, to, shown } }: { loaded: NonNullable<ImportRun["loaded"]> }) {
  // The first load of a kind gives its tenant a report that was not among them before.
  const { data } = useQuery({ ...read("listReports", {}), staleTime: 0 });
  const formats = useFormats();
  const report = data?.items.find(({ domains }) => domains.includes(domain));
  const place = report?.beginnings[domain] ?? 0;
  return (
    <>
      <p className={classes.quiet}>
        Days of the data: <strong>{formatDayRange(from, addDays(to, -1), null, formats)}</strong>
      </p>
      {!shown && <p className={classes.quiet}>These days are in the future. Reports go up to today.</p>}
      {shown && shown.from > from && (
        <p className={classes.quiet}>
          A report spans at most {longestYears} years. It opens on{" "}
          {formatDayRange(shown.from, addDays(shown.to, -1), null, formats)}.
        </p>
      )}
      {shown && report && (
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link
              to={report.path}
              search={withAccessedTenant(toAddress(shown))}
              {...(place > 0 && { hash: sectionAnchor(report.id, place) })}
              {...props}
            />
          )}
        >
          See it in the report
        </Button>
      )}
    </>
  );
}
