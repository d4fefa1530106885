import type { EntityRow } from "@console/contracts";
import { sql } from "kysely";
import { type Context, platformTenant, requirePerson } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { ActSpec, Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { peopleRelation, tenantReference, tenantRelation } from "../../directory/index.ts";
import { feedbackReference, findAnswerFeedback } from "../../feedback/index.ts";
import { readTokens } from "../engine/tokens.ts";
import { requireReason, type TrialDeps } from "../evaluation/try-change.ts";
import { promiseRetry } from "./retry-promise.ts";
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
  reason: {
    group: "Scope",
    label: "Reason",
    type: "lines",
    max: 300,
    shown: "detail",
    help: "Needed only where an evaluation set would get worse.",
  },
  feedbackId: { label: "Feedback ID", type: "text", max: 100, edit: "once", shown: "file" },
  feedback: {
    ...readOnly,
    group: "Use",
    label: "Made from feedback",
    type: "text",
    column: "feedback_id",
    refersTo: feedbackReference("r.feedback_id"),
    shown: "detail",
  },
  note: { group: "Scope", label: "Note", type: "lines", max: 500, shown: "detail" },
  updatedAt: { ...readOnly, group: "Use", label: "Changed", type: "instant", isFilter: true, shown: "column" },
  createdAt: { ...readOnly, group: "Use", label: "Created", type: "instant", isFilter: true, shown: "column" },
};

/** How rows of training stand, beside what their kind has of its own. */
export const trainingStates = { draft: "Draft", active: "In use", archived: "Archived" };

type ScopePart = "table" | "people" | "from" | "permissions" | "scope" | "findTenantId";

/** What everything that is taught has in common: who may, and in which scope. */
export function scopedParts(
  table: TrainingTable | "training_documents" | "training_sites",
): Required<Pick<Entity, ScopePart>> {
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

type Part = ScopePart | "acts" | "importedWithin";

/** The same of what is written by hand, with how it goes live and how it is taken back. */
export function trainingParts(table: TrainingTable, deps: TrialDeps): Required<Pick<Entity, Part>> {
  return {
    ...scopedParts(table),
    importedWithin: "tenantId",
    acts: { approve: approve(table, deps), archive: archive(table, deps), restore: restore(table, deps) },
  };
}

const reasonField: FieldSpec = {
  label: "Reason",
  type: "lines",
  max: 300,
  help: "Needed only where an evaluation set would get worse.",
};

function approve(table: TrainingTable, deps: TrialDeps): ActSpec {
  return {
    label: "Approve",
    done: "Approved. Questions use it from now on.",
    isMain: true,
    isSingle: true,
    question:
      "Questions use it from now on. Where it was made from feedback, its question is asked again, and whoever gave the feedback is told once it is answered as expected.",
    when: { field: "status", values: ["draft"] },
    fields: { reason: reasonField },
    run: async (context, row, { reason }) => {
      await setStatus(context, table, row, { status: "active", reason }, deps);
      if (typeof row.feedback === "string") await promiseRetry(context, row, entityForTable[table]);
      return undefined;
    },
  };
}

function archive(table: TrainingTable, deps: TrialDeps): ActSpec {
  return {
    label: "Archive",
    done: "Archived. Questions no longer use it.",
    isDestructive: true,
    question: "Questions no longer use it. It can be restored.",
    when: { field: "status", values: ["draft", "active", "broken", "unchecked", "ended"] },
    fields: { reason: reasonField },
    run: async (context, row, { reason }) => {
      await setStatus(context, table, row, { status: "archived", reason }, deps);
      return undefined;
    },
  };
}

function restore(table: TrainingTable, deps: TrialDeps): ActSpec {
  return {
    label: "Restore",
    done: "Restored. Questions use it again.",
    isMain: true,
    when: { field: "status", values: ["archived"] },
    fields: { reason: reasonField },
    run: async (context, row, { reason }) => {
      await setStatus(context, table, row, { status: "active", reason }, deps);
      return undefined;
    },
  };
}

type Change = { status: "active" | "archived"; reason: unknown };

/** Puts a row into use, or takes it out; what makes an evaluation set worse needs a reason. */
async function setStatus(
  context: Context,
  table: TrainingTable,
  row: EntityRow,
  { status, reason: given }: Change,
  deps: TrialDeps,
): Promise<void> {
  const tenantId = scopeForRow(row);
  const reason = readReason(given);
  if (status === "active") await requireRoom(context, table, tenantId);
  const columns: Record<string, unknown> = { status };
  if (reason !== null) columns.reason = reason;
  if (status === "active" && table === "training_answers") {
    // Whoever lets an answer be given stands for it.
    columns.verified_by = requirePerson(context);
    columns.verified_at = context.now;
  }
  await updateTraining(context, table, { tenantId, id: String(row.id) }, columns);
  await touchTraining(context, tenantId);
  if (row.status !== "draft" || status === "active")
    await requireReason(context, { tenantId, reason, stems: readStems(row) }, deps);
}

/** Refuses a saved row in use that makes an evaluation set worse without a reason of its own. */
export async function guardSaved(
  context: Context,
  { before, after }: { before: EntityRow | null; after: Readonly<Record<string, unknown>> },
  deps: TrialDeps,
): Promise<void> {
  if (after.status === "draft" || after.status === "archived") return;
  const reason = after.reason === before?.reason ? null : readReason(after.reason);
  const stems = new Set([...readStems(after), ...(before ? readStems(before) : [])]);
  await requireReason(context, { tenantId: scopeForRow(after), reason, stems }, deps);
}

function readReason(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The words of a row by which questions find it. */
function readStems({ word, question }: Readonly<Record<string, unknown>>): Set<string> {
  return new Set(readTokens(String(word ?? question ?? "")).map(({ stem }) => stem));
}

/** The status of a new row: what was made from feedback waits for its approval. */
export async function statusForNew(context: Context, feedbackId: unknown): Promise<"draft" | "active"> {
  if (typeof feedbackId !== "string" || feedbackId === "") return "active";
  if (!(await findAnswerFeedback(context, feedbackId))) throw wrongField("feedbackId", "There is no such feedback.");
  return "draft";
}

/** The tenant under whose id a row is kept. */
export function scopeForRow({ tenantId }: Readonly<Record<string, unknown>>): string {
  return typeof tenantId === "string" && tenantId !== "" ? tenantId : platformTenant;
}

/** By what a row is found where it is kept. */
export function keyForRow(row: EntityRow): { tenantId: string; id: string } {
  return { tenantId: scopeForRow(row), id: String(row.id) };
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

const entityForTable = {
  training_words: "words",
  training_examples: "examples",
  training_answers: "answers",
} as const satisfies Record<TrainingTable, string>;

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
