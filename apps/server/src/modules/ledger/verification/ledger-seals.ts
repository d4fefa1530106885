import { sql } from "kysely";
import {
  type AuditDigest,
  appendDigest,
  type DigestSeries,
  readDigests,
} from "../../../platform/audit/audit-digest.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { ChainStatus } from "../../../platform/audit/verify-audit.ts";
import { type Context, platformTenant, type systemWork } from "../../../platform/context.ts";
import { findTenantNames } from "../../directory/index.ts";
import { type BookStanding, type BookVerdict, verifyBook } from "./verify-book.ts";

/** How all books stood at night, signed and kept outside the database as the digests of the audit log are. */
const series: DigestSeries = { folder: "ledger", purpose: "ledger.digest" };

/** How a tenant's book stood when it was sealed last. */
export async function findSeal(
  { secrets, config }: Pick<Context, "secrets" | "config">,
  tenantId: string,
): Promise<{ at: string; standing: BookStanding } | null> {
  const { last } = await readDigests(secrets, config.dataDir, series);
  const standing = last?.chains.get(tenantId);
  return last && standing ? { at: last.at, standing } : null;
}

type InTenant = ReturnType<typeof systemWork>;

export type LedgerProof = {
  verdicts: ReadonlyMap<string, BookVerdict>;
  problems: string[];
  /** The seal that the books were checked against; null before the first night. */
  last: AuditDigest | null;
};

/** Checks every book that there is or that the last seal knew. */
export async function proveLedgers(inTenant: InTenant): Promise<LedgerProof> {
  const { history, ledgers, tenants } = await inTenant(platformTenant, async (context) => {
    const known = await readDigests(context.secrets, context.config.dataDir, series);
    const tenantIds = [...(known.last?.chains.keys() ?? [])];
    return {
      history: known,
      ledgers: await listLedgers(context),
      tenants: await findTenantNames(context, tenantIds),
    };
  });
  const problems = [...history.problems];
  const verdicts = new Map<string, BookVerdict>();
  for (const id of new Set([...ledgers, ...(history.last?.chains.keys() ?? [])])) {
    const anchor = history.last?.chains.get(id) ?? null;
    // The book of a tenant that was removed for good went with it.
    if (!ledgers.has(id) && !tenants.has(id)) continue;
    const verdict = await inTenant(id, (context) => verifyBook(context, anchor), "snapshot");
    verdicts.set(id, verdict);
    problems.push(...verdict.problems.map((problem) => `${id}: ${problem}`));
  }
  return { verdicts, problems, last: history.last };
}

async function listLedgers({ db }: Context): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from list_ledgers() id order by id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Every night: checks all books, seals those that hold, and says what does not. */
export async function sealLedgers(inTenant: InTenant): Promise<void> {
  const { verdicts, problems, last } = await proveLedgers(inTenant);
  await inTenant(platformTenant, async (context) => {
    const chains = new Map<string, ChainStatus>();
    for (const [id, verdict] of verdicts) {
      // A book that does not hold keeps the standing it had: a seal never makes good what was done to it.
      const former = last?.chains.get(id);
      if (verdict.problems.length === 0) chains.set(id, { ...verdict.standing, unsealed: 0, unsealedPrint: "" });
      else if (former) chains.set(id, former);
    }
    const digest = { at: context.now.toISOString(), previous: last?.fingerprint ?? null, chains };
    const { fingerprint } = await appendDigest(context.secrets, context.config.dataDir, digest, series);
    const details = { ledgers: chains.size, problems: problems.length };
    context.log.info({ fingerprint, ...details }, "The seal of the books");
    await recordAudit(context, { act: "ledger.sealed", subject: fingerprint, details });
    if (problems.length === 0) return;
    context.log.error({ problems: problems.slice(0, 50) }, "A book failed its check");
    await recordAudit(context, { act: "ledger.problems", subject: "ledger", details: { problems: problems.length } });
  });
}
