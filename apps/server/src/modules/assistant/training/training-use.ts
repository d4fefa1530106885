import type { AskAnswer } from "@console/contracts";
import { sql } from "kysely";
import { type Context, type Platform, systemWork } from "../../../platform/context.ts";
import type { RetentionRule } from "../../../platform/retention/retention-rule.ts";
import type { Logger } from "../../../platform/telemetry/logger.ts";
import { deleteOldRuns } from "../evaluation/evaluation-store.ts";
import { addCoverage, type CoverageCount, deleteOldCoverage } from "./coverage-store.ts";

const flushMs = 2000;
/** More kinds of use than these between two writings are not counted. */
const mostCounts = 20_000;

/** Counts how questions end and which training they use. Nobody waits for it: it is written after the answers. */
export type TrainingCounter = {
  note(context: Pick<Context, "tenantId" | "actor">, question: string, answer: AskAnswer): void;
  /** Writes what was noted since the last time; where that fails, it is told in the log alone. */
  flush(): Promise<void>;
};

type Count = { tenantId: string; kind: string; id: string; uses: number };
type Asked = CoverageCount & { tenantId: string };

/** The counter of one running product. */
export function countTrainingUse(platform: Platform, log: Logger): TrainingCounter {
  const counts = new Map<string, Count>();
  const asked = new Map<string, Asked>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const noted = [...counts.values()];
    const questions = [...asked.values()];
    counts.clear();
    asked.clear();
    const inTenant = systemWork(platform, "training.count", log);
    for (const tenant of new Set([...noted, ...questions].map(({ tenantId }) => tenantId))) {
      const own = noted.filter(({ tenantId }) => tenantId === tenant);
      const ownQuestions = questions.filter(({ tenantId }) => tenantId === tenant);
      try {
        await inTenant(tenant, async (context) => {
          await addUses(context, own);
          await addCoverage(context, ownQuestions);
        });
      } catch (error) {
        // Nobody waits for the numbers, and a product that stops must go on stopping.
        log.warn({ err: error }, "The use of training was not counted");
      }
    }
  }

  return {
    flush,
    note({ tenantId, actor }, question, answer) {
      for (const { kind, id } of answer.training ?? []) {
        const key = `${tenantId} ${kind} ${id}`;
        const count = counts.get(key);
        if (count) count.uses++;
        else if (counts.size < mostCounts) counts.set(key, { tenantId, kind, id, uses: 1 });
      }
      const uid = actor.kind === "user" ? actor.uid : "";
      for (const one of describeCoverage(answer)) {
        const key = JSON.stringify([tenantId, uid, one]);
        const count = asked.get(key);
        if (count) count.times++;
        else if (asked.size < mostCounts)
          asked.set(key, {
            ...one,
            tenantId,
            uid,
            question: one.kind === "asked" ? "" : question.slice(0, 300),
            times: 1,
          });
      }
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
  };
}

/** What a question says of what can be asked: how it ended, what was missing, and which words played no part. */
function describeCoverage({
  outcome,
  reason,
  unknown = [],
  unused,
}: AskAnswer): Pick<CoverageCount, "kind" | "reason" | "label">[] {
  const ended = { kind: "asked" as const, reason: outcome, label: "" };
  const words = (list: readonly string[]) => [...new Set(list.map((word) => word.toLowerCase().slice(0, 100)))];
  if (outcome === "answer")
    return [ended, ...words(unused).map((label) => ({ kind: "unused" as const, reason: "unused", label }))];
  const [named, left] = [words(unknown), words(unused)];
  const missing = named.length > 0 ? named : left.length > 0 ? left : [""];
  return [ended, ...missing.map((label) => ({ kind: "missing" as const, reason: reason ?? outcome, label }))];
}

async function addUses({ db, tenantId }: Context, counts: readonly Count[]): Promise<void> {
  await sql`insert into training_use (tenant_id, kind, item_id, day, uses)
    select ${tenantId}, kind, item_id, current_date, uses from unnest(
      ${counts.map(({ kind }) => kind)}::text[], ${counts.map(({ id }) => id)}::text[],
      ${counts.map(({ uses }) => uses)}::int[]) as used (kind, item_id, uses)
    on conflict (tenant_id, kind, item_id, day) do update set uses = training_use.uses + excluded.uses`.execute(db);
}

// across tenants: whoever looks after the platform's training sees its use everywhere, a tenant behind its wall its own.
/** How often a row of training was used in 30 days. */
export const usedCount = sql`coalesce((select sum(u.uses) from training_use u
  where u.item_id = r.id and u.day > current_date - 30), 0)::int`;

/** What is kept of the use of training only for a while. */
export const trainingRetentionRules: readonly RetentionRule[] = [
  { days: "trainingUse", hasTenantRows: true, remove: removeOldUse },
];

async function removeOldUse(context: Context, before: Date): Promise<void> {
  const { db, tenantId } = context;
  await deleteOldCoverage(context, before);
  await deleteOldRuns(context, before);
  await sql`delete from training_use where tenant_id = ${tenantId} and day < ${before.toISOString().slice(0, 10)}::date`.execute(
    db,
  );
}
