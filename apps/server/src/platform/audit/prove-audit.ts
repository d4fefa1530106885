import { sql } from "kysely";
import { type Context, platformTenant, type systemWork } from "../context.ts";
import { sendMail } from "../mail/send-mail.ts";
import { readSettings } from "../settings/read-settings.ts";
import { type AuditDigest, appendDigest, type DigestHistory, readDigests } from "./audit-digest.ts";
import { auditSettings } from "./audit-settings.ts";
import { recordAudit } from "./record-audit.ts";
import { type AuditVerdict, type ChainStatus, verifyAudit } from "./verify-audit.ts";

const digestAct = "audit.digest_made";
const mostLinesInLog = 50;

type InTenant = ReturnType<typeof systemWork>;

/** What was found out about all chains, and what could not be. */
export type AuditProof = {
  verdicts: ReadonlyMap<string, AuditVerdict>;
  history: DigestHistory;
  entries: number;
  problems: string[];
  /** What nobody can tell from what is kept. */
  limits: string[];
};

/** Checks every chain that there is or that the last digest knew, whether its id is a tenant or not. */
export async function proveAudit(inTenant: InTenant): Promise<AuditProof> {
  const { history, chains, newestNote } = await inTenant(platformTenant, async (context) => ({
    history: await readDigests(context.secrets, context.config.dataDir),
    chains: await listChains(context),
    newestNote: await findNewestNote(context),
  }));
  const problems = [...history.problems];
  if (newestNote && !history.fingerprints.has(newestNote.fingerprint)) {
    problems.push(`The digest of ${newestNote.at} is not in the data folder.`);
  }
  const verdicts = new Map<string, AuditVerdict>();
  let entries = 0;
  for (const id of new Set([...chains, ...(history.last?.chains.keys() ?? [])])) {
    const anchor = history.last?.chains.get(id) ?? null;
    // A snapshot, so that entries that come meanwhile do not look like ones that the head does not know.
    const verdict = await inTenant(id, (context) => verifyAudit(context, anchor), "snapshot");
    verdicts.set(id, verdict);
    entries += verdict.entries;
    problems.push(...verdict.problems.map((problem) => `${id}: ${problem}`));
  }
  return { verdicts, history, entries, problems, limits: describeLimits(history.last, verdicts) };
}

async function listChains({ db }: Context): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from list_audit_chains() id order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The newest digest that the platform's own chain tells of. */
async function findNewestNote({ db }: Context): Promise<{ at: string; fingerprint: string } | null> {
  const row = await db
    .selectFrom("audit_entries")
    .select(["at", "subject"])
    .where("tenant_id", "=", platformTenant)
    .where("act", "=", digestAct)
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.at.toISOString(), fingerprint: row.subject } : null;
}

function describeLimits(last: AuditDigest | null, verdicts: ReadonlyMap<string, AuditVerdict>): string[] {
  const unsealed = [...verdicts.values()].reduce((sum, verdict) => sum + verdict.unsealed, 0);
  const limits = last
    ? [
        `The last digest is of ${last.at}, fingerprint ${last.fingerprint}. Compare it with the copy in the log or the email.`,
        "Not provable: that entries written since then were removed together with their head.",
      ]
    : [
        "There is no digest yet. The first is created at night.",
        "Not provable: that newest entries were removed together with their head, or a whole audit log with its head.",
      ];
  if (unsealed > 0) {
    limits.push(`${unsealed} entries are from before the chain: only what happens to them after a digest shows.`);
  }
  return limits;
}

/** How people are told of problems; the addresses are those that get the digest. */
export type TellProblems = (
  context: Context,
  problems: readonly string[],
  addresses: readonly string[],
) => Promise<void>;

/** Every night: proves the chains, keeps a signed digest of those that hold, and tells what does not. */
export async function keepDigest(inTenant: InTenant, tell: TellProblems): Promise<AuditDigest> {
  const proof = await proveAudit(inTenant);
  return inTenant(platformTenant, async (context) => {
    const digest = await appendDigest(context.secrets, context.config.dataDir, {
      at: context.now.toISOString(),
      previous: proof.history.last?.fingerprint ?? null,
      chains: chainStatuses(proof),
    });
    const summary = { fingerprint: digest.fingerprint, chains: digest.chains.size, problems: proof.problems.length };
    context.log.info(summary, "The digest of the audit log");
    await recordAudit(context, {
      act: digestAct,
      subject: digest.fingerprint,
      details: { chains: digest.chains.size },
    });
    await mailDigest(context, digest);
    if (proof.problems.length > 0) await noteProblems(context, proof.problems, tell);
    return digest;
  });
}

/** A chain that does not hold keeps the standing it had: a digest never makes good what was done to it. */
function chainStatuses({ verdicts, history }: AuditProof): Map<string, ChainStatus> {
  const statuses = new Map<string, ChainStatus>();
  for (const [id, { problems, status }] of verdicts) {
    const former = history.last?.chains.get(id);
    if (problems.length === 0) statuses.set(id, status);
    else if (former) statuses.set(id, former);
  }
  return statuses;
}

async function mailDigest(context: Context, { at, fingerprint, chains }: AuditDigest): Promise<void> {
  const { digestTo } = await readSettings(context, auditSettings, ["digestTo"]);
  await sendMail(context, {
    to: [...digestTo],
    subject: `${context.config.productName}: digest of the audit log`,
    text: [
      `On ${at} the audit log had ${chains.size} records.`,
      `The fingerprint of their digest is ${fingerprint}`,
      "",
      `Keep this email. npm run verify-audit -- --fingerprint ${fingerprint} says whether the server still knows it.`,
    ].join("\n"),
  });
}

async function noteProblems(context: Context, problems: readonly string[], tell: TellProblems): Promise<void> {
  context.log.error({ problems: problems.slice(0, mostLinesInLog) }, "The audit log failed its check");
  await recordAudit(context, { act: "audit.problems", subject: "audit", details: { problems: problems.length } });
  const { digestTo } = await readSettings(context, auditSettings, ["digestTo"]);
  await tell(context, problems, digestTo);
}
