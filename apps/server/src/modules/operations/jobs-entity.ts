import { sql } from "kysely";
import { platformTenant } from "../../platform/context.ts";
import type { Entity } from "../../platform/entities/entity.ts";
import { dropJob, jobRelation, runJobNow } from "../../platform/jobs/job-store.ts";
import { redactText } from "../../platform/telemetry/redact.ts";
import { peopleRelation, tenantReference, tenantRelation } from "../directory/index.ts";

const states = { waiting: "Waiting", running: "Running", given_up: "Given up" };

const tenantTitle = sql`case when r.tenant_id = ${platformTenant} then 'Platform' else coalesce(t.name, r.tenant_id) end`;

/** The jobs that wait, run or were given up. A job that is done is gone. What it works with is told nowhere. */
export const jobsEntity: Entity = {
  name: "jobs",
  one: "Job",
  many: "Jobs",
  goneWords: "Jobs that are done are not kept.",
  table: null,
  people: peopleRelation,
  title: "name",
  from: sql`${jobRelation} as r left join ${tenantRelation} as t on t.id = r.tenant_id`,
  permissions: { read: "jobs.read", manage: "jobs.manage" },
  canCreate: false,
  canChange: false,
  sort: { by: "createdAt", dir: "desc" },
  headline: ["tenant", "attempts", "runAt"],
  fields: {
    name: { label: "Job", type: "text", edit: "never", shown: "list", isFilter: true, isSearched: true },
    status: {
      label: "Status",
      type: "choice",
      column: "state",
      choices: states,
      edit: "never",
      shown: "list",
      isFilter: true,
    },
    tenant: {
      label: "Tenant",
      type: "text",
      column: "tenant_id",
      edit: "never",
      shown: "list",
      isFilter: true,
      isSearched: true,
      refersTo: tenantReference(tenantTitle),
    },
    runAt: {
      label: "Next attempt",
      type: "instant",
      edit: "never",
      shown: "list",
      isFilter: true,
      help: "A job that runs began at this time.",
    },
    attempts: { label: "Attempts", type: "count", edit: "never", shown: "list", isFilter: true, isNeverEmpty: true },
    maxAttempts: { label: "Most attempts", type: "count", edit: "never", shown: "detail", isNeverEmpty: true },
    createdAt: { label: "Created", type: "instant", edit: "never", shown: "list", isFilter: true },
    beganAt: { label: "Running since", type: "instant", edit: "never", shown: "detail" },
    lastError: {
      label: "Last error",
      type: "lines",
      edit: "never",
      shown: "detail",
      present: (stored) => (typeof stored === "string" ? redactText(stored) : null),
    },
    requestId: { label: "Request ID", type: "text", edit: "never", shown: "detail", isSearched: true },
  },
  findTenantId: ({ tenant }) => (typeof tenant === "string" && tenant !== platformTenant ? tenant : null),
  acts: {
    retry: {
      label: "Retry",
      done: "It runs again now, with all its attempts.",
      isMain: true,
      when: { field: "status", values: ["given_up"] },
      run: async (context, { id }) => {
        await runJobNow(context, String(id), { isAnew: true });
        return undefined;
      },
    },
    run: {
      label: "Run now",
      done: "It runs now.",
      when: { field: "status", values: ["waiting"] },
      run: async (context, { id }) => {
        await runJobNow(context, String(id), { isAnew: false });
        return undefined;
      },
    },
    drop: {
      label: "Drop",
      done: "Dropped.",
      isDestructive: true,
      question: "The job is removed from the queue, and what it was to do is not done.",
      when: { field: "status", values: ["waiting", "given_up"] },
      run: async (context, { id }) => {
        await dropJob(context, String(id));
        return undefined;
      },
    },
  },
};
