import type { TenantAdoption } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { IconCheck, IconCircleDashed, IconQuestionMark } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { type RecordColumn, RecordTable } from "../../blocks/record-table/record-table.tsx";
import { usePages } from "../../blocks/record-table/use-pages.ts";
import { PressedChoice } from "../../blocks/report-view/pressed-choice.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import { type DashboardSearch, toRefreshMs } from "./dashboard-search.ts";
import classes from "./platform-dashboard.module.css";

const firstPage = 10;

/** How far each tenant has come, and which of them are quiet. */
export function AdoptionTable({ search }: { search: DashboardSearch }) {
  const formats = useFormats();
  const [quietDays, setQuietDays] = useState("0");
  const everyMs = toRefreshMs(search);
  const pages = usePages(
    "listTenantAdoption",
    { limit: firstPage, quietDays: Number(quietDays), ...(search.about && { tenant: search.about }) },
    everyMs === false ? undefined : everyMs,
  );
  const { first } = pages;
  const count = (tenants: number | undefined) => (tenants === undefined ? "" : ` (${formatNumber(tenants, formats)})`);
  return (
    <section aria-labelledby="tenant-adoption" className={classes.section}>
      <div className={classes.headingRow}>
        <h2 id="tenant-adoption" className={classes.heading}>
          Adoption by tenant
        </h2>
        <PressedChoice
          legend="Tenants shown"
          options={[
            { id: "0", label: `All${count(first?.tenants)}` },
            { id: "14", label: `No sign-in for 14 days${count(first?.quiet14)}` },
            { id: "30", label: `30 days${count(first?.quiet30)}` },
          ]}
          chosen={quietDays}
          onChoose={setQuietDays}
        />
      </div>
      <div className={classes.panel}>
        <RecordTable
          name="Adoption by tenant"
          columns={listColumns(formats)}
          rowKey={({ tenant }) => tenant.id}
          tableFrom={900}
          empty={
            <p className={classes.quiet}>
              {quietDays === "0"
                ? "There is no active tenant yet."
                : `Every tenant signed in within ${quietDays} days.`}
            </p>
          }
          pages={pages}
        />
      </div>
      {first && (
        <p className={classes.quiet}>
          {first.countedSince
            ? `Reports and questions are counted since ${formatInstant(first.countedSince, formats)}. `
            : "Reports and questions are not counted yet. "}
          As of {formatInstant(first.asOf, formats)}.
        </p>
      )}
    </section>
  );
}

const states = {
  done: { icon: IconCheck, word: "Yes" },
  open: { icon: IconCircleDashed, word: "Not yet" },
  unknown: { icon: IconQuestionMark, word: "Not known" },
} as const;

function Step({ state }: { state: TenantAdoption["source"] }) {
  const { icon: Icon, word } = states[state];
  return (
    <span className={classes.step} data-state={state}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {word}
    </span>
  );
}

function listColumns(formats: FormatChoices): RecordColumn<TenantAdoption>[] {
  return [
    {
      label: "Tenant",
      cell: ({ tenant }) => (
        <Link to="/admin/tenants" search={{ row: tenant.id }} className={classes.rowLink}>
          {tenant.name}
        </Link>
      ),
    },
    {
      label: "Last sign-in",
      cell: ({ lastSignInAt, quietDays }) => (
        <span className={classes.quietMark} data-quiet={quietDays >= 30 ? "30" : quietDays >= 14 ? "14" : undefined}>
          {lastSignInAt ? formatInstant(lastSignInAt, formats) : "Never"}
          {quietDays >= 14 && <span className={classes.quietDays}>{formatNumber(quietDays, formats)} days ago</span>}
        </span>
      ),
    },
    { label: "Source", cell: ({ source }) => <Step state={source} /> },
    { label: "Data", cell: ({ data }) => <Step state={data} /> },
    {
      label: "People",
      cell: ({ tenant, people }) => (
        <Link to="/admin/users" search={{ filter: [`tenantId:${encodeURIComponent(tenant.id)}`] }}>
          {formatNumber(people, formats)}
        </Link>
      ),
    },
    { label: "First report", cell: ({ report }) => <Step state={report} /> },
    { label: "First question", cell: ({ question }) => <Step state={question} /> },
  ];
}
