import { type EntityRow, roleNames } from "@console/contracts";
import type { Updateable } from "kysely";
import { type Context, requirePerson } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import type { ActSpec, Entity, FieldSpec } from "../../../platform/entities/entity.ts";
import { createRow } from "../../../platform/entities/save-entity.ts";
import { AppError } from "../../../platform/errors.ts";
import { sendMail } from "../../../platform/mail/send-mail.ts";
import { announceRequest } from "../request-signup.ts";
import { rejectionMail } from "../signup-mail.ts";
import { requireSignupRequest } from "../signup-request-store.ts";
import { findTenant } from "../tenant-store.ts";

const open = ["new", "suspect", "reviewing"];
const sound = ["new", "reviewing"];
const usualAnswer =
  "Thank you for your interest. We cannot offer you access at the moment. Reply to this email if something changes.";

/** What is done to a request for access. */
export function requestActs(tenants: Entity, users: Entity): Record<string, ActSpec> {
  return {
    review: {
      label: "Assign to me",
      done: "Assigned to you.",
      when: { field: "status", values: open },
      run: (context, row) =>
        change(context, row, open, { state: "reviewing", assigned_to: requirePerson(context) }).then(() => undefined),
    },
    approve: {
      label: "Approve",
      done: "Approved.",
      isMain: true,
      isSingle: true,
      when: { field: "status", values: sound },
      question: "The tenant is created, and the person is invited by email.",
      fields: approvalFields(tenants),
      run: (context, row, fields) => approve(context, row, fields, { tenants, users }),
    },
    reject: {
      label: "Reject",
      done: "Rejected. The answer has been sent.",
      isDestructive: true,
      when: { field: "status", values: open },
      question: "The sender receives this answer by email.",
      fields: { answer: { label: "Answer", type: "lines", max: 2000, isRequired: true, initial: usualAnswer } },
      run: (context, row, { answer }) => reject(context, row, String(answer)),
    },
    clear: {
      label: "Not suspect",
      done: "Marked as new. Admins are notified.",
      isMain: true,
      when: { field: "status", values: ["suspect"] },
      run: async (context, row) => {
        await change(context, row, ["suspect"], { state: "new" });
        await announceRequest(context, await requireSignupRequest(context, String(row.id)));
        return undefined;
      },
    },
    note: {
      label: "Note",
      done: "Note saved.",
      isSingle: true,
      fields: { note: { label: "Note", type: "lines", max: 2000, begins: "note" } },
      run: (context, row, { note }) =>
        change(context, row, null, { note: note ? String(note) : null }).then(() => undefined),
    },
  };
}

/** What is asked of a tenant is checked as it is where tenants are made. */
function approvalFields({ fields }: Entity): Record<string, FieldSpec> {
  const of = (name: string, begins?: string): Record<string, FieldSpec> => {
    const spec = fields[name];
    if (!spec) throw new Error(`A tenant has no field ${name}.`);
    return { [name]: begins === undefined ? spec : { ...spec, begins } };
  };
  return {
    ...of("name", "company"),
    ...of("slug", "freeId"),
    ...of("aiqType"),
    ...of("timeZone"),
    ...of("currency"),
    role: {
      label: "Role of the first person",
      type: "choice",
      choices: { manager: roleNames.manager, accountant: roleNames.accountant, user: roleNames.user },
      isRequired: true,
      initial: "manager",
      help: "Managers manage the users of their tenant.",
    },
  };
}

async function approve(
  context: Context,
  row: EntityRow,
  { role, ...tenant }: Readonly<Record<string, unknown>>,
  { tenants, users }: { tenants: Entity; users: Entity },
): Promise<string> {
  const { email, fullName } = row;
  const tenantId = String(tenant.slug);
  // First of all: of two who decide at the same moment the second waits here, and is told.
  await change(context, row, sound, { ...decided(context), state: "approved", tenant_id: tenantId });
  if (await findTenant(context, tenantId)) {
    throw new AppError("conflict", `There is already a tenant with the ID ${tenantId}. Choose another ID.`);
  }
  await createRow(context, tenants, { ...tenant, contact: email });
  await createRow(context, users, { email, name: fullName, role, tenantId });
  return `${String(tenant.name)} is created, and ${String(email)} is invited.`;
}

async function reject(context: Context, row: EntityRow, answer: string): Promise<string | undefined> {
  await change(context, row, open, { ...decided(context), state: "rejected", answer });
  // Whoever sent it, it need not be the owner of the address.
  if (row.status === "suspect") return "Rejected. Nothing is sent, because it looks like spam.";
  await sendMail(context, rejectionMail(context, { email: String(row.email), reference: String(row.id), answer }));
  return undefined;
}

function decided(context: Context): Updateable<DB["signup_requests"]> {
  return { decided_at: context.now, decided_by: requirePerson(context) };
}

/** Changes a request that is still in one of these states. */
async function change(
  { db, now }: Context,
  row: EntityRow,
  states: readonly string[] | null,
  columns: Updateable<DB["signup_requests"]>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("signup_requests")
    .set((table) => ({ ...columns, updated_at: now, version: table("version", "+", 1) }))
    .where("reference", "=", String(row.id))
    .$if(states !== null, (query) => query.where("state", "in", states ?? []))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError("conflict", "Someone else has already decided.");
}
