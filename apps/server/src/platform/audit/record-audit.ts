import { randomUUID } from "node:crypto";
import { isPlatformRole } from "@console/contracts";
import { type Context, platformTenant } from "../context.ts";
import { beforeCommit, hasNotes } from "../db/database.ts";
import { type AuditNote, writeAudit } from "./write-audit.ts";

/** What was done, and to what. Details hold no secrets and no personal data beyond ids. */
export type AuditEntry = {
  act: string;
  subject: string;
  details?: Record<string, unknown>;
  /** Another tenant that the act is about: its own people read it too. */
  tenant?: string;
  /** Platform admins read it too, whoever did it. */
  isForPlatform?: true;
};

/** Notes in the caller's transaction who did what, so that the act and its note stand or fall together. */
export async function recordAudit(
  context: Context,
  { act, subject, details = {}, tenant, isForPlatform }: AuditEntry,
): Promise<void> {
  const { actor, now, requestId, origin, tenantId } = context;
  // Whoever impersonates someone answers for it.
  const behind = actor.kind === "user" ? (actor.onBehalf ?? null) : null;
  const isOfPlatform = behind !== null || isForPlatform || (actor.kind === "user" && isPlatformRole(actor.role));
  const tenants = [tenantId, ...(tenant === undefined ? [] : [tenant]), ...(isOfPlatform ? [platformTenant] : [])];
  const note: AuditNote = {
    tenants: new Set(tenants),
    secrets: context.secrets,
    entry: {
      id: randomUUID(),
      at: now,
      act,
      subject: asText(subject),
      request_id: requestId,
      details: asKept(toDetails(actor, details)),
      actor_uid: actor.kind === "user" ? (behind ?? actor.uid) : null,
      actor_role: behind !== null ? "support" : auditRole(actor),
      address: origin?.address ?? null,
      user_agent: origin?.userAgent.slice(0, 300) ?? null,
    },
  };
  beforeCommit(context.db, writeAudit, note);
}

function auditRole(actor: Context["actor"]): string {
  if (actor.kind === "user") return actor.role;
  return actor.kind === "bearer" ? actor.token.role : actor.kind;
}

function toDetails(actor: Context["actor"], details: Record<string, unknown>): Record<string, unknown> {
  if (actor.kind === "bearer") return { ...details, [actor.token.role]: actor.subject };
  if (actor.kind === "service") return { ...details, service: actor.account };
  return actor.kind === "user" && actor.onBehalf !== undefined ? { ...details, seenAs: actor.uid } : details;
}

/** Without halves of characters, which no text can keep. */
const asText = (value: string) => Buffer.from(value).toString();

/** The details as they will be read again. */
function asKept(details: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(details, (_, value) => (typeof value === "string" ? asText(value) : value)));
}

/** Whether something of this transaction is noted already. */
export function isAudited({ db }: Pick<Context, "db">): boolean {
  return hasNotes(db, writeAudit);
}
