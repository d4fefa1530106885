import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { platformTenant } from "../../../platform/context.ts";
import type { Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { wrongField } from "../../../platform/errors.ts";
import { peopleRelation, tenantReference, tenantRelation } from "../../directory/index.ts";
import { scopeForInput } from "../training/training-entity.ts";

const readOnly = { edit: "never" } as const;

const lastRun = sql`(select run.id from evaluation_runs run where run.tenant_id = r.tenant_id and run.set_id = r.id
  and run.state = 'done' order by run.place desc limit 1)`;

const fields: Readonly<Record<string, FieldSpec>> = {
  name: {
    group: "Set",
    label: "Name",
    type: "text",
    max: 100,
    isRequired: true,
    isSearched: true,
    shown: "list",
  },
  tenantId: {
    group: "Set",
    label: "Tenant",
    type: "text",
    column: "for_tenant",
    edit: "once",
    max: 128,
    refersTo: tenantReference(),
    isFilter: true,
    shown: "list",
    help: "Whose set it is. Leave empty for one of the platform, which guards what is taught to all tenants.",
    forcedValue: ({ tenantId }) => (tenantId === platformTenant ? null : tenantId),
  },
  askedIn: {
    group: "Set",
    label: "Asked in",
    type: "text",
    max: 128,
    refersTo: tenantReference(sql`asked.name`),
    shown: "detail",
    help: "The tenant whose figures answer the questions. A tenant's own set is asked in that tenant.",
    forcedValue: ({ tenantId }) => (tenantId === platformTenant ? null : tenantId),
  },
  questionCount: {
    ...readOnly,
    group: "Set",
    label: "Questions",
    type: "count",
    column: sql`(select count(*)::int from evaluation_cases c where c.tenant_id = r.tenant_id and c.set_id = r.id)`,
    isNeverEmpty: true,
    shown: "list",
  },
  rightCount: {
    ...readOnly,
    group: "Last run",
    label: "Right in the last run",
    type: "count",
    column: sql`(select count(*)::int from evaluation_results e where e.tenant_id = r.tenant_id
      and e.run_id = ${lastRun} and e.grade = 'right' having count(*) > 0)`,
    shown: "list",
  },
  lastRunAt: {
    ...readOnly,
    group: "Last run",
    label: "Last run",
    type: "instant",
    column: sql`(select run.ended_at from evaluation_runs run where run.tenant_id = r.tenant_id and run.id = ${lastRun})`,
    shown: "list",
  },
  isNightly: {
    group: "When it runs",
    label: "Every night",
    type: "flag",
    initial: true,
    isFilter: true,
    shown: "column",
  },
  isGate: {
    group: "When it runs",
    label: "Before training changes",
    type: "flag",
    initial: false,
    isFilter: true,
    shown: "list",
    help: "Training that makes one of its questions worse is saved only with a reason.",
  },
  note: { group: "Set", label: "Note", type: "lines", max: 500, shown: "detail" },
  status: {
    ...readOnly,
    group: "Set",
    label: "Status",
    type: "choice",
    choices: { active: "In use", archived: "Archived" },
    isFilter: true,
    isNeverEmpty: true,
    shown: "list",
  },
  updatedAt: { ...readOnly, group: "Set", label: "Changed", type: "instant", shown: "column" },
  createdAt: { ...readOnly, group: "Set", label: "Created", type: "instant", shown: "column" },
};

/** Questions with what is right to answer, asked to see whether training makes answers better or worse. */
export const evaluationSetsEntity: Entity = {
  name: "evaluation-sets",
  one: "Evaluation set",
  many: "Evaluation sets",
  table: "evaluation_sets",
  people: peopleRelation,
  title: "name",
  from: sql`evaluation_sets as r left join ${tenantRelation} t on t.id = r.for_tenant
    left join ${tenantRelation} asked on asked.id = r.asked_in`,
  permissions: { read: "training.manage", manage: "training.manage" },
  fields,
  headline: ["questionCount", "rightCount", "lastRunAt"],
  sort: { by: "name", dir: "asc" },
  scope: ({ tenantId }) => (tenantId === platformTenant ? null : sql<boolean>`r.tenant_id = ${tenantId}`),
  findTenantId: ({ tenantId }) => (typeof tenantId === "string" ? tenantId : null),
  acts: {
    archive: {
      label: "Archive",
      done: "Archived. It no longer runs.",
      isDestructive: true,
      question: "It no longer runs. It can be restored.",
      when: { field: "status", values: ["active"] },
      sets: { status: "archived" },
    },
    restore: {
      label: "Restore",
      done: "Restored.",
      isMain: true,
      when: { field: "status", values: ["archived"] },
      sets: { status: "active" },
    },
  },
  async check(context, before, input) {
    const scope = scopeForInput(context, before, input);
    const askedIn = input.askedIn ?? before?.askedIn;
    if (scope === platformTenant && !askedIn)
      throw wrongField("askedIn", "Choose the tenant that its questions are asked in.");
    if (scope !== platformTenant && askedIn && askedIn !== scope)
      throw wrongField("askedIn", "A tenant's own set is asked in that tenant.");
  },
  async create(context, { for_tenant: tenant, asked_in: askedIn, ...columns }) {
    const tenantId = scopeForInput(context, null, { tenantId: tenant });
    const id = randomUUID();
    const all: Record<string, unknown> = {
      ...columns,
      id,
      tenant_id: tenantId,
      asked_in: askedIn ?? tenantId,
      created_at: context.now,
      updated_at: context.now,
    };
    await sql`insert into evaluation_sets (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(all))})`.execute(context.db);
    return id;
  },
};
