import { sql } from "kysely";
import { insertTenant, insertUser } from "../../modules/directory/index.ts";
import { type Identity, seedAccount } from "../../modules/identity/index.ts";
import { fillFacts, fillMembers, markTenant, settleTenant } from "../../modules/metrics/index.ts";
import { type Context, type Platform, platformTenant, systemWork } from "../../platform/context.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { type BenchTenant, benchTenants } from "./bench-tenants.ts";

export const benchPassword = "bench-password-1";

type Parts = { platform: Platform; identity: Identity; log: Logger; say(line: string): void };

/** Fills the database with facts for measuring: deliveries over a hundred tenants, movements for the first of them. */
export async function seedBench(
  { deliveries, movements }: { deliveries: number; movements: number },
  { platform, identity, log, say }: Parts,
): Promise<void> {
  const inTenant = systemWork(platform, "seed", log);
  const tenants = benchTenants(deliveries);
  await inTenant(platformTenant, async (context) => {
    for (const { id } of tenants) await insertTenant(context, { id, name: `Bench ${id}`, aiq_type: "Tookan" });
    for (const [email, tenantId] of [
      ["bench@demo.test", "bench-001"],
      ["bench-admin@demo.test", null],
    ] as const) {
      const uid = await seedAccount(identity, context, { email, password: benchPassword, name: "Bench" });
      const role = tenantId ? "manager" : "superadmin";
      await insertUser(context, { uid, email, role, tenant_id: tenantId, name: "Bench" });
    }
  });
  let done = 0;
  const work = [...tenants];
  const seedSome = async () => {
    for (let tenant = work.shift(); tenant; tenant = work.shift()) {
      const current = tenant;
      for (let from = 0; from < current.rows; from += rowsAtOnce) {
        const to = Math.min(current.rows, from + rowsAtOnce);
        await inTenant(current.id, (context) => insertDeliveries(context, current, from, to));
      }
      if (current.id === "bench-001") {
        for (let from = 0; from < movements; from += rowsAtOnce) {
          const to = Math.min(movements, from + rowsAtOnce);
          await inTenant(current.id, (context) => insertMovements(context, from, to));
        }
      }
      await inTenant(current.id, markTenant);
      while (await inTenant(current.id, (context) => settleTenant(context)));
      done += current.rows;
      say(`${current.id}: ${done} of ${deliveries} deliveries stored and settled`);
    }
  };
  await Promise.all([seedSome(), seedSome()]);
}

/** Small enough that one statement stays far below the time that statements may take. */
const rowsAtOnce = 50_000;

const deliveryColumns = [
  "tenant_id",
  "source",
  "source_key",
  "time_zone",
  "ingested_at",
  "status",
  "is_cancelled",
  "driver_id",
  "vehicle_id",
  "route_id",
  "depot_id",
  "zone_id",
  "customer_id",
  "service_level_id",
  "failure_reason_id",
  "created_at",
  "assigned_at",
  "accepted_at",
  "started_at",
  "arrived_at",
  "completed_at",
  "due_at",
  "attempts",
  "distance_metres",
  "cost_minor",
  "cod_due_minor",
  "cod_collected_minor",
  "has_gps",
  "has_proof",
  "rating",
  "currency",
];

async function insertDeliveries(context: Context, { drivers }: BenchTenant, from: number, to: number): Promise<void> {
  const { tenantId, now } = context;
  const ids = {
    driver: await fillMembers(context, "driver", drivers),
    vehicle: await fillMembers(context, "vehicle", drivers),
    route: await fillMembers(context, "route", 40),
    depot: await fillMembers(context, "depot", 6),
    zone: await fillMembers(context, "zone", 12),
    customer: await fillMembers(context, "customer", 150),
    service: await fillMembers(context, "service_level", 3),
    reason: await fillMembers(context, "failure_reason", 8),
  };
  const pick = (list: readonly number[]) => sql`(${list}::int[])[1 + floor(random() * ${list.length})::int]`;
  const minutes = (most: number) => sql.raw(`(random() * ${most}) * interval '1 minute'`);
  const rows = sql`    select ${tenantId}, 'bench', 't' || i, 'UTC', ${now}, status, random() < 0.02,
      ${pick(ids.driver)}, ${pick(ids.vehicle)}, ${pick(ids.route)}, ${pick(ids.depot)}, ${pick(ids.zone)}, ${pick(ids.customer)},
      ${pick(ids.service)}, case when status = 4 then ${pick(ids.reason)} end, created, assigned, accepted, started, arrived,
      case when status >= 3 then completed end, created + interval '75 minutes', 1 + (random() * 1.2)::int,
      (random() * 20000)::int, 300 + (random() * 900)::int, cod, cod, random() < 0.9, random() < 0.85, 1 + (random() * 4)::int, 'USD'
    from (select i, (case when random() < 0.06 then 4 when random() < 0.02 then 5 else 3 end)::smallint as status,
        case when random() < 0.35 then (random() * 9000)::int else 0 end as cod,
        date_trunc('day', ${now}::timestamptz) - floor(random() * 365) * interval '1 day'
          + (6 + 14 * sqrt(random())) * interval '1 hour' as created
      from generate_series(${from}::int + 1, ${to}::int) i) task
    cross join lateral (select created + ${minutes(12)} as assigned) a
    cross join lateral (select assigned + ${minutes(6)} as accepted) b
    cross join lateral (select accepted + ${minutes(10)} as started) c
    cross join lateral (select started + interval '5 minutes' + ${minutes(45)} as arrived) d
    cross join lateral (select arrived + ${minutes(12)} as completed) e`;
  await fillFacts(context, { fact: "delivery_tasks", columns: deliveryColumns, rows });
}

const movementColumns = [
  "tenant_id",
  "source",
  "source_key",
  "time_zone",
  "ingested_at",
  "warehouse_id",
  "product_id",
  "category_id",
  "movement_type",
  "moved_at",
  "quantity_milli",
  "value_minor",
  "currency",
];

async function insertMovements(context: Context, from: number, to: number): Promise<void> {
  const { tenantId, now } = context;
  const warehouses = await fillMembers(context, "warehouse", 5);
  const products = await fillMembers(context, "product", 400);
  const categories = await fillMembers(context, "category", 12);
  const rows = sql`    select ${tenantId}, 'bench', 'm' || i, 'UTC', ${now}, (${warehouses}::int[])[1 + i % 5], (${products}::int[])[1 + product],
      (${categories}::int[])[1 + product % 12], case when i % 3 = 0 then 1 else 2 end,
      date_trunc('day', ${now}::timestamptz) - floor(random() * 730) * interval '1 day' + random() * interval '20 hours',
      case when i % 3 = 0 then 20000 else -9500 end, case when i % 3 = 0 then 24000 else -11400 end, 'USD'
    from (select i, (i / 5) % 400 as product from generate_series(${from}::int + 1, ${to}::int) i) movement`;
  await fillFacts(context, { fact: "stock_movements", columns: movementColumns, rows });
}
