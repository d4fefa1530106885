import { ingestFacts, settleAfterMs, settleTenant } from "../../apps/server/src/modules/metrics/index.ts";
import { clockAt } from "../../apps/server/src/platform/clock.ts";
import { readConfig } from "../../apps/server/src/platform/config.ts";
import { type Context, systemWork } from "../../apps/server/src/platform/context.ts";
import { sealedSecrets } from "../../apps/server/src/platform/crypto/sealed-secrets.ts";
import { installationKey } from "../../apps/server/src/platform/crypto/secret-key.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { createLogger } from "../../apps/server/src/platform/telemetry/logger.ts";

const facts = 200_000;
const batchSize = 5000;

/** Feeds new deliveries through the one way in while they are settled, and tells how many a second were both. */
export async function measureIngest(url: string): Promise<string> {
  const log = createLogger("silent", { write: () => {} });
  const pool = openPool(url, log);
  const config = readConfig({});
  const secrets = sealedSecrets(installationKey("a key that only the bench would use"));
  const platform = { config, clock: clockAt(null), database: createDatabase(pool), secrets };
  const tenantId = `ingest-${Date.now()}`;
  const inThisTenant = systemWork(platform, "bench", log);
  const inTenant = <Result>(work: (context: Context) => Promise<Result>) => inThisTenant(tenantId, work);
  const batches = Array.from({ length: facts / batchSize }, (_, batch) => makeBatch(batch));
  const begun = performance.now();
  let isFed = false;
  const waiting = batches.values();
  const sender = async () => {
    for (const records of waiting)
      await inTenant((context) => ingestFacts(context, { fact: "delivery_tasks", source: "bench", records }));
  };
  const feed = async () => {
    // A source has the next batch under way while the one before is stored.
    await Promise.all([sender(), sender()]);
    isFed = true;
  };
  const settle = async () => {
    for (;;) {
      const wasFed = isFed;
      const found = await inTenant((context) => settleTenant(context, !wasFed));
      if (!found && wasFed) return;
      // As the product does: a burst is settled once it rests, or once there is enough to settle.
      if (!found) await new Promise((resolve) => setTimeout(resolve, settleAfterMs));
    }
  };
  try {
    await Promise.all([feed(), settle()]);
    const seconds = (performance.now() - begun) / 1000;
    await inTenant(removeTenant);
    return `ingest: ${Math.round(facts / seconds)} facts a second, rollups settled (budget 20000)`;
  } finally {
    await pool.end();
  }
}

/** Leaves the bench set as it was. */
async function removeTenant({ db, tenantId }: Context): Promise<void> {
  for (const table of [
    "delivery_tasks",
    "rollup_cells",
    "rollup_marks",
    "kept_rollups",
    "fact_states",
    "members",
  ] as const) {
    await db.deleteFrom(table).where("tenant_id", "=", tenantId).execute();
  }
  await db.deleteFrom("tenant_volumes").where("tenant_id", "=", tenantId).execute();
}

/** A batch as a source would send it: the tasks of some days, in the order of time. */
function makeBatch(batch: number) {
  return Array.from({ length: batchSize }, (_, place) => {
    const number = batch * batchSize + place;
    const created = Date.UTC(2026, 0, 1) + Math.floor(number / 2000) * 86_400_000 + (number % 2000) * 30_000;
    const at = (minutes: number) => new Date(created + minutes * 60_000).toISOString();
    return {
      source_key: `task ${number}`,
      status: number % 17 === 0 ? "Failed" : "Delivered",
      driver: `Driver ${number % 120}`,
      vehicle: `Van ${number % 40}`,
      route: `Route ${number % 30}`,
      depot: `Depot ${number % 5}`,
      zone: `Zone ${number % 9}`,
      customer: `Customer ${number % 300}`,
      service_level: `Level ${number % 3}`,
      failure_reason: number % 17 === 0 ? `Reason ${number % 6}` : null,
      created_at: at(0),
      assigned_at: at(4),
      accepted_at: at(6),
      started_at: at(9),
      arrived_at: at(30 + (number % 20)),
      completed_at: at(52 + (number % 30)),
      due_at: at(75),
      attempts: 1,
      distance_metres: 4000 + (number % 9000),
      cost_minor: 450,
      cod_due_minor: 0,
      cod_collected_minor: 0,
      has_gps: true,
      has_proof: true,
    };
  });
}
