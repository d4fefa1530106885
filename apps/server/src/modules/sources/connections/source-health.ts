import { type SourceName, sourceNames } from "@console/contracts";
import { type CheckResult, defineCheck, type HealthCheck } from "../../../platform/health/health-check.ts";
import { countNoun } from "../count-noun.ts";
import { tablesForSource } from "../mapping/target-tables.ts";
import { selectStates } from "./state-store.ts";

const labels: Record<SourceName, { label: string; rows: string }> = {
  tookan: { label: "Delivery sources", rows: "Deliveries" },
  warehouse: { label: "Warehouse sources", rows: "Stock and orders" },
  genesis: { label: "Branch sources", rows: "Sales" },
  docman: { label: "Document sources", rows: "Documents" },
};

/** The connections of all tenants to each kind of source. What a tenant must set right itself is its own affair. */
export const sourceHealthChecks: readonly HealthCheck[] = sourceNames.map((source) =>
  defineCheck({
    name: `source.${source}`,
    label: labels[source].label,
    purpose: `Bring ${labels[source].rows.toLowerCase()} of the tenants.`,
    everySeconds: 60,
    dependsOn: ["database", "workers", "queue", "scheduler"],
    affects: {
      summary: `${labels[source].rows} are not brought up to date.`,
      facts: tablesForSource(source).flatMap(({ fact }) => (fact === "member_details" ? [] : [fact])),
      tenantMessage: `${labels[source].rows} are not being updated. What is shown is right as of the last sync.`,
    },
    async run({ inPlatform }): Promise<CheckResult> {
      const rows = await inPlatform((context) => selectStates(context, { source, tenant: null, search: "" }));
      const active = rows
        .map((row) => ({ tenant: row.tenant_id, state: row.published_state }))
        .filter(({ state }) => state !== "paused");
      const failing = active.filter(({ state }) => state === "failing");
      const figures = [
        { label: "Connections", value: String(active.length) },
        { label: "Failing", value: String(failing.length) },
        { label: "Late", value: String(active.filter(({ state }) => state === "late").length) },
        { label: "Need a person", value: String(active.filter(({ state }) => state === "needs_you").length) },
      ];
      const tenants = [...new Set(failing.map(({ tenant }) => tenant))].sort();
      if (failing.length === 0) return { state: "up", message: null, figures, tenants };
      const message = `${failing.length} of ${countNoun(active.length, "connection")} ${failing.length === 1 ? "fails" : "fail"}.`;
      const state = failing.length * 2 >= active.length ? "down" : "degraded";
      return { state, message, figures, tenants, opensIncident: true };
    },
  }),
);
