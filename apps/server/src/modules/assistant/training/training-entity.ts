import type { EntityRow } from "@console/contracts";
import { sql } from "kysely";
import { type Context, platformTenant } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { ActSpec, Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { AppError } from "../../../platform/errors.ts";
import { peopleRelation, tenantReference, tenantRelation } from "../../directory/index.ts";
import { countTraining, type TrainingTable, touchTraining, updateTraining } from "./training-store.ts";
import { usedCount } from "./training-use.ts";

const readOnly = { edit: "never" } as const;

/** The fields that everything which is taught has, behind its own. */
export const trainingFields: Readonly<Record<string, FieldSpec>> = {
  tenantId: {
    group: "Scope",
    label: "Tenant",
    type: "text",
    column: "for_tenant",
    edit: "once",
    max: 128,
    refersTo: tenantReference(),
    isFilter: true,
    shown: "list",
    help: "Leave empty to teach it to all tenants.",
    forcedValue: ({ tenantId }) => (tenantId === platformTenant ? null : tenantId),
  },
  usedCount30d: {
    ...readOnly,
    group: "Use",
    label: "Used in 30 days",
    type: "count",
    column: usedCount,
    isNeverEmpty: true,
    shown: "list",
  },
  note: { group: "Scope", label: "Note", type: "lines", max: 500, shown: "detail" },
  updatedAt: { ...readOnly, group: "Use", label: "Changed", type: "instant", isFilter: true, shown: "column" },
  createdAt: { ...readOnly, group: "Use", label: "Created", type: "instant", isFilter: true, shown: "column" },
};

type ScopePart = "table" | "people" | "from" | "permissions" | "scope" | "findTenantId";

/** What everything that is taught has in common: who may, and in which scope. */
export function scopedParts(table: TrainingTable | "training_documents"): Required<Pick<Entity, ScopePart>> {
  return {
    table,
    people: peopleRelation,
    from: sql`${sql.table(table)} as r left join ${tenantRelation} t on t.id = r.for_tenant`,
    permissions: { read: "training.manage", manage: "training.manage" },
    // Managers look after what is their tenant's own.
    scope: ({ tenantId }) => (tenantId === platformTenant ? null : sql<boolean>`r.tenant_id = ${tenantId}`),
    findTenantId: (row) => (typeof row.tenantId === "string" ? row.tenantId : null),
  };
}

/** The same of what is written by hand, and how it is taken back. */
export function trainingParts(table: TrainingTable): Required<Pick<Entity, ScopePart | "acts" | "importedWithin">> {
  return { ...scopedParts(table), importedWithin: "tenantId", acts: { archive, restore: restoreTo(table) } };
}

const archive: ActSpec = {
  label: "Archive",
  done: "Archived. Questions no longer use it.",
  isDestructive: true,
  question: "Questions no longer use it. It can be restored.",
  when: { field: "status", values: ["active", "broken", "unchecked", "ended"] },
  sets: { status: "archived" },
  run: touchScope,
};

function restoreTo(table: TrainingTable): ActSpec {
  return {
    label: "Restore",
    done: "Restored. Questions use it again.",
    isMain: true,
    when: { field: "status", values: ["archived"] },
    run: async (context, row) => {
      await requireRoom(context, table, scopeForRow(row));
      await updateTraining(context, table, { tenantId: scopeForRow(row), id: String(row.id) }, { status: "active" });
      return touchScope(context, row);
    },
  };
}

async function touchScope(context: Context, row: EntityRow): Promise<undefined> {
  await touchTraining(context, scopeForRow(row));
}

/** The tenant under whose id a row is kept. */
export function scopeForRow({ tenantId }: Readonly<Record<string, unknown>>): string {
  return typeof tenantId === "string" && tenantId !== "" ? tenantId : platformTenant;
}

/** The scope of a row that is about to be saved: who belongs to a tenant has no other. */
export function scopeForInput(
  { tenantId }: Pick<Context, "tenantId">,
  before: EntityRow | null,
  input: Readonly<Record<string, unknown>>,
): string {
  return before ? scopeForRow(before) : scopeForRow({ tenantId: input.tenantId ?? ownScope(tenantId) });
}

function ownScope(tenantId: string): string | null {
  return tenantId === platformTenant ? null : tenantId;
}

const mostRows: Readonly<Record<TrainingTable, number>> = {
  training_words: 6000,
  training_examples: 3000,
  training_answers: 1000,
};

/** Refuses more than every process can have in memory. */
export async function requireRoom(context: Context, table: TrainingTable, tenantId: string): Promise<void> {
  const most = mostRows[table];
  if ((await countTraining(context, table, tenantId)) < most) return;
  throw new AppError(
    "limit_reached",
    `There are ${most.toLocaleString("en-US")} already. Archive some that are unused.`,
  );
}

/** Reads in the tenant that something is taught for, with the rights of who teaches it. */
export function inScope<Result>(
  context: Context,
  database: Database,
  tenantId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  if (tenantId === context.tenantId) return work(context);
  return database.inTenant(tenantId, (db) => work({ ...context, db, tenantId }));
}
