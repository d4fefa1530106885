import type { RouteOutput, Routes } from "@console/contracts";
import { isPlatformRole } from "@console/contracts/roles";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { ImportLink } from "../../blocks/connection/import-link.tsx";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import { WhileFilling } from "../../blocks/states/while-filling.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { read } from "../../lib/queries.ts";
import { useFormats } from "../../lib/use-formats.ts";
import { AskForReport } from "./ask-for-report.tsx";
import classes from "./no-facts.module.css";

type Report = RouteOutput<Routes["getReport"]>;

const sources: Record<string, string> = {
  delivery: "Tookan",
  warehouse: "Warehouse",
  sales: "Genesis",
  documents: "Docman",
  ledger: "ledger",
};

/** A report whose data has not come: how far the work is that brings it, or whom to ask. */
export function NoFacts({ report, onRetry }: { report: Report; onRetry: () => void }) {
  const { tenant, role } = useAuth();
  const formats = useFormats();
  const names = report.domains.map((domain) => sources[domain] ?? domain);
  const isOwnSource = tenant !== null && names.includes(tenant.aiq_type ?? "");
  const isPlatformAccess = isPlatformRole(role);
  const { data } = useQuery({ ...read("listReports", {}), enabled: !isOwnSource && !isPlatformAccess });
  const missing = data?.missing.find(({ id }) => id === report.id);
  return (
    <WhileFilling domains={report.domains} formats={formats} onArrived={onRetry}>
      <section className={classes.card}>
        <EmptyState
          title={isOwnSource ? "No data yet" : "This source is not connected"}
          message={
            isOwnSource
              ? `No data has arrived from ${names[0]} yet. This page fills automatically when it does.`
              : `${tenant?.name ?? "This organisation"} has no data from ${names.join(" or ")}. Ask your administrator to connect it.`
          }
          actions={
            <>
              <ImportLink domain={report.domains[0]} />
              <Button variant="default" size="compact-sm" onClick={onRetry}>
                Refresh
              </Button>
              {missing && <AskForReport report={report.id} title={report.title} request={missing.request} />}
            </>
          }
        />
      </section>
    </WhileFilling>
  );
}
