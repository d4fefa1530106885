import { sql } from "kysely";
import { platformTenant } from "../context.ts";
import type { SealedSecrets } from "../crypto/sealed-secrets.ts";
import type { Db } from "../db/database.ts";
import { type ChainedEntry, markOf, sealOf } from "./audit-mark.ts";

/** What a transaction keeps of an act until its end. */
export type AuditNote = {
  /** The tenant whose transaction it is. */
  tenantId: string;
  /** Where it is noted: with that tenant, with another that it is about, and with the platform if its people did it. */
  tenants: ReadonlySet<string>;
  secrets: Pick<SealedSecrets, "mark">;
  entry: Omit<ChainedEntry, "tenant_id" | "seq" | "about_tenant">;
};

/**
 * Adds the notes of a transaction to the chains of their tenants. The chains are taken last in every transaction, and
 * always in the same order with the platform's at the end, so that none waits for another that waits for it.
 */
export async function writeAudit(db: Db, notes: readonly AuditNote[]): Promise<void> {
  const [first] = notes;
  if (!first) return;
  const others = [...new Set(notes.flatMap(({ tenants }) => [...tenants]))]
    .filter((id) => id !== platformTenant)
    .sort();
  const isPlatformToo = notes.some(({ tenants }) => tenants.has(platformTenant));
  let current = first.tenantId;
  for (const tenantId of [...others, ...(isPlatformToo ? [platformTenant] : [])]) {
    if (tenantId !== current) await sql`select set_config('app.tenant_id', ${tenantId}, true)`.execute(db);
    current = tenantId;
    const own = notes.filter(({ tenants }) => tenants.has(tenantId));
    await append(db, { tenantId, secrets: first.secrets }, own);
  }
}

async function append(
  db: Db,
  { tenantId, secrets }: Pick<AuditNote, "tenantId" | "secrets">,
  notes: readonly AuditNote[],
): Promise<void> {
  // Makes the head of a first note and takes hold of any other, in one round trip.
  let head = await db
    .insertInto("audit_heads")
    .values({ tenant_id: tenantId, seq: 0, mark: "", seal: "" })
    .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet((row) => ({ seq: row.ref("audit_heads.seq") })))
    .returning(["seq", "mark"])
    .executeTakeFirstOrThrow();
  const rows = notes.map(({ entry, tenants }) => {
    const about = tenantId === platformTenant ? ([...tenants].find((id) => id !== platformTenant) ?? null) : null;
    const chained = { ...entry, tenant_id: tenantId, seq: Number(head.seq) + 1, about_tenant: about };
    head = { seq: chained.seq, mark: markOf(secrets, head.mark, chained) };
    return { ...chained, details: JSON.stringify(entry.details), mark: head.mark };
  });
  await db
    .with("written", (query) => query.insertInto("audit_entries").values(rows))
    .updateTable("audit_heads")
    .set({ ...head, seal: sealOf(secrets, tenantId, head) })
    .where("tenant_id", "=", tenantId)
    .execute();
}
