import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { deliveryFacts } from "../../metrics/index.ts";

type Scope = Pick<Context, "db" | "tenantId">;

/** A delivery as rules see it. */
export type DeliveryRow = {
  source: string;
  source_key: string;
  order_reference: string | null;
  currency: string;
  cost_minor: number | null;
  cod_due_minor: number | null;
  cod_collected_minor: number | null;
  is_delivered: boolean;
  /** The local day of its completion. */
  day: string;
  driver: string | null;
  customer: string | null;
  zone: string | null;
  service_level: string | null;
};

export type DeliveryPlace = { source: string; source_key: string };

const columns = sql`d.source, d.source_key, d.order_reference, d.currency, d.cost_minor, d.cod_due_minor,
  d.cod_collected_minor, d.is_delivered, d.day, d.driver, d.customer, d.zone, d.service_level`;

async function selectAfter(
  { db, tenantId }: Scope,
  { after, limit, condition }: { after: DeliveryPlace | null; limit: number; condition: RawBuilder<unknown> },
): Promise<DeliveryRow[]> {
  const from = after === null ? sql`true` : sql`(d.source, d.source_key) > (${after.source}, ${after.source_key})`;
  const { rows } = await sql<DeliveryRow>`select ${columns} from ${deliveryFacts(tenantId)} d
    where ${condition} and ${from} order by d.source, d.source_key limit ${limit}`.execute(db);
  return rows;
}

/** Deliveries that came in since an instant, or all from a day on, in the order of their keys. */
export function selectDeliveries(
  scope: Scope,
  {
    changedSince,
    from,
    after,
    limit,
  }: {
    changedSince: Date | null;
    from: string;
    after: DeliveryPlace | null;
    limit: number;
  },
): Promise<DeliveryRow[]> {
  const condition = changedSince === null ? sql`d.day >= ${from}::date` : sql`d.ingested_at >= ${changedSince}`;
  return selectAfter(scope, { after, limit, condition });
}

/** Those of some days that were delivered. */
export function selectDelivered(
  scope: Scope,
  { from, to, after, limit }: { from: string; to: string; after: DeliveryPlace | null; limit: number },
): Promise<DeliveryRow[]> {
  const condition = sql`d.is_delivered and d.day between ${from}::date and ${to}::date`;
  return selectAfter(scope, { after, limit, condition });
}

/** What stands in the book for deliveries that are no more. */
export async function selectGone(
  { db, tenantId }: Scope,
  { rule, limit }: { rule: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select k.key from ledger_kept_entries k
    where k.tenant_id = ${tenantId} and k.entry_id is not null and starts_with(k.key, ${`rule ${rule} `})
      and not exists (select from ${deliveryFacts(tenantId)} d
        where ${`rule ${rule} `} || d.source || ' ' || d.source_key = k.key)
    order by k.key limit ${limit}`.execute(db);
  return rows.map(({ key }) => key);
}
