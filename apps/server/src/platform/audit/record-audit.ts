import { randomUUID } from "node:crypto";
import type { Context } from "../context.ts";

/** What was done, and to what. Details hold no secrets and no personal data beyond ids. */
export type AuditEntry = { act: string; subject: string; details?: Record<string, unknown> };

/** Notes in the caller's transaction who did what, so that the act and its note stand or fall together. */
export async function recordAudit(context: Context, { act, subject, details = {} }: AuditEntry): Promise<void> {
  const { db, tenantId, actor, now, requestId } = context;
  await db
    .insertInto("audit_entries")
    .values({
      ...{ tenant_id: tenantId, id: randomUUID(), at: now, act, subject, request_id: requestId },
      actor_uid: actor.kind === "user" ? actor.uid : null,
      actor_role: actor.kind === "user" ? actor.role : actor.kind,
      details: JSON.stringify(details),
    })
    .execute();
}
