import type { EntityDescription, EntityRow } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { listTexts } from "../../blocks/resource-form/form-values.ts";
import classes from "./tenant-tabs.module.css";

/** Which reports a tenant is given, each to be looked at as the tenant sees it, read only and noted. */
export function TenantReports({ row, description }: { row: EntityRow; description: EntityDescription }) {
  const reports = description.fields.find(({ name }) => name === "reports")?.choices ?? [];
  const chosenReports = listTexts(row.reports);
  const isOn = (report: string) => chosenReports.length === 0 || chosenReports.includes(report);
  const tenant = String(row.id);
  return (
    <div className={classes.tab}>
      <p className={classes.words}>
        {chosenReports.length === 0
          ? "It is given every report that its data allows."
          : "It is given only the reports that are on."}{" "}
        Views are read-only and recorded in its audit log.
      </p>
      <Button
        variant="default"
        size="xs"
        className={classes.start}
        leftSection={<IconEye size={16} stroke={1.5} aria-hidden="true" />}
        renderRoot={(props) => <Link to="/tenant/$tenantId/dashboard" params={{ tenantId: tenant }} {...props} />}
      >
        View as this tenant
      </Button>
      <ul className={classes.list} aria-label="Reports">
        {reports.map(({ value, label }) => (
          <li key={value}>
            {isOn(value) ? (
              <Link to="/tenant/reports/$report" params={{ report: value }} search={{ tenant }}>
                {label}
              </Link>
            ) : (
              <span className={classes.words}>{label}</span>
            )}
            <span className={classes.words}>{isOn(value) ? "On" : "Off"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
