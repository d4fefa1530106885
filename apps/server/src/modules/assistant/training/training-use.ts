import type { TrainingUse } from "@console/contracts";
import { sql } from "kysely";
import { type Context, type Platform, systemWork } from "../../../platform/context.ts";
import type { RetentionRule } from "../../../platform/retention/retention-rule.ts";
import type { Logger } from "../../../platform/telemetry/logger.ts";

const flushMs = 2000;
/** More kinds of use than these between two writings are not counted. */
const mostCounts = 20_000;

/** Counts how often training is used. Nobody waits for it: it is written after the answers. */
export type TrainingCounter = {
  note(context: Pick<Context, "tenantId">, used: readonly TrainingUse[]): void;
  /** Writes what was noted since the last time; where that fails, it is told in the log alone. */
  flush(): Promise<void>;
};

type Count = { tenantId: string; kind: string; id: string; uses: number };

/** The counter of one running product. */
export function countTrainingUse(platform: Platform, log: Logger): TrainingCounter {
  const counts = new Map<string, Count>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const noted = [...counts.values()];
    counts.clear();
    const inTenant = systemWork(platform, "training.count", log);
    for (const tenant of new Set(noted.map(({ tenantId }) => tenantId))) {
      const own = noted.filter(({ tenantId }) => tenantId === tenant);
      try {
        await inTenant(tenant, (context) => addUses(context, own));
      } catch (error) {
        // Nobody waits for the numbers, and a product that stops must go on stopping.
        log.warn({ err: error }, "The use of training was not counted");
      }
    }
  }

  return {
    flush,
    note({ tenantId }, used) {
      for (const { kind, id } of used) {
        const key = `${tenantId} ${kind} ${id}`;
        const count = counts.get(key);
        if (count) count.uses++;
        else if (counts.size < mostCounts) counts.set(key, { tenantId, kind, id, uses: 1 });
      }
      if (used.length > 0) timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
  };
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

async function removeOldUse({ db, tenantId }: Context, before: Date): Promise<void> {
  await sql`delete from training_use where tenant_id = ${tenantId} and day < ${before.toISOString().slice(0, 10)}::date`.execute(
    db,
  );
}
