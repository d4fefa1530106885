import { sql } from "kysely";
import { platformTenant } from "../context.ts";
import type { SealedSecrets } from "../crypto/sealed-secrets.ts";
import type { Db } from "../db/database.ts";
import { type ChainedEntry, hashEntry, sealHead } from "./entry-hash.ts";

/** What a transaction keeps of an act until its end. */
export type AuditNote = {
  /** With whom it is noted: the transaction's own, another that it is about, and the platform if its people did it. */
  tenants: ReadonlySet<string>;
  secrets: Pick<SealedSecrets, "hmac">;
  entry: Omit<ChainedEntry, "tenant_id" | "seq" | "about_tenant">;
};

/**
 * Adds the notes of a transaction to the chains of their tenants. The chains are taken last in every transaction, and
 * always in the same order with the platform's at the end, so that none waits for another that waits for it.
 */
export async function writeAudit(db: Db, notes: readonly AuditNote[]): Promise<void> {
  const [first] = notes;
  if (!first) return;
  const tenantIds = new Set(notes.flatMap(({ tenants }) => [...tenants]));
  const isPlatformToo = tenantIds.delete(platformTenant);
  const tenants = [...[...tenantIds].sort(), ...(isPlatformToo ? [platformTenant] : [])];
  const heads = await sql<Head>`select tenant_id, seq, mark from take_audit_heads(${tenants})`.execute(db);
  const links = heads.rows.map((head) => continueChain(first.secrets, head, notes));
  await sql`select append_audit(${JSON.stringify(links.flatMap(({ entries }) => entries))},
    ${JSON.stringify(links.map(({ head }) => head))})`.execute(db);
}

type Head = { tenant_id: string; seq: number; mark: string };

/** What the notes add to a tenant's chain, and its newest note then. */
function continueChain(secrets: AuditNote["secrets"], head: Head, notes: readonly AuditNote[]) {
  const { tenant_id } = head;
  let { seq, mark } = head;
  const own = notes.filter(({ tenants }) => tenants.has(tenant_id));
  const entries = own.map(({ entry, tenants }) => {
    const about = tenant_id === platformTenant ? ([...tenants].find((id) => id !== platformTenant) ?? null) : null;
    seq += 1;
    const chained = { ...entry, tenant_id, seq, about_tenant: about };
    mark = hashEntry(secrets, mark, chained);
    return { ...chained, mark };
  });
  return { entries, head: { tenant_id, seq, mark, seal: sealHead(secrets, tenant_id, { seq, mark }) } };
}
