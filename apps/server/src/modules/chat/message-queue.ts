import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db, TenantScope } from "../../platform/db/database.ts";
import { tellStop, tellWork } from "./chat-channel.ts";

/** Claims are made one after the other, so that no limit of a provider is passed. */
const claimLock = 72_506_901;
/** A process that was not heard of for so long writes nothing any more. */
const aliveSeconds = 15;

/** An answer in the queue. */
export type QueuedMessage = { tenantId: string; message: string; uid: string };
/** An answer that is this process's to write. */
export type ClaimedMessage = QueuedMessage & { provider: string | null };

/** Puts an answer in the queue of its provider; those without one are written at once. */
export async function enqueueMessage(
  context: Context,
  { message, uid, provider }: { message: string; uid: string; provider: string | null },
): Promise<void> {
  const { db, tenantId, now } = context;
  await db
    .insertInto("message_queue")
    .values({ tenant_id: tenantId, message_id: message, owner_uid: uid, provider, queued_at: now })
    .execute();
  await tellWork(context);
}

/** How many answers a provider may write at once, by its id. */
export type ProviderSlots = ReadonlyMap<string, number>;

type Claim = { worker: string; most: number; slots: ProviderSlots };

/**
 * Takes answers that wait. Those whose organisation has the fewest under way come first, and then the oldest; no
 * provider gets more than it has slots for. What no slots are known for is not taken.
 */
export async function claimMessages(db: Db, { worker, most, slots }: Claim): Promise<ClaimedMessage[]> {
  await sql`select pg_advisory_xact_lock(${claimLock})`.execute(db);
  const free = JSON.stringify([...slots].map(([provider, slots]) => ({ provider, slots })));
  // across tenants: the platform shares out what all of them wait for.
  const { rows } = await sql<ClaimedMessage>`
    with busy as (
      select tenant_id, provider, count(*) as answers from message_queue where state = 'working' group by 1, 2
    ), turns as (
      select q.tenant_id, q.message_id, q.provider, q.queued_at,
        row_number() over (partition by q.provider, q.tenant_id order by q.queued_at, q.message_id)
          + coalesce((select sum(b.answers) from busy b
              where b.tenant_id = q.tenant_id and b.provider is not distinct from q.provider), 0) as turn
      from message_queue q where q.state = 'waiting'
    ), places as (
      select t.*, row_number() over (partition by t.provider order by t.turn, t.queued_at, t.message_id)
        + coalesce((select sum(b.answers) from busy b where b.provider is not distinct from t.provider), 0) as place
      from turns t
    ), chosen as (
      select p.tenant_id, p.message_id from places p
        left join jsonb_to_recordset(${free}::jsonb) as f(provider text, slots int) on f.provider = p.provider
      where p.provider is null or p.place <= f.slots
      order by p.turn, p.queued_at, p.message_id limit ${most}
    )
    update message_queue q set state = 'working', worker = ${worker}, alive_at = now()
    from chosen c where c.tenant_id = q.tenant_id and c.message_id = q.message_id
    returning q.tenant_id as "tenantId", q.message_id as message, q.owner_uid as uid, q.provider`.execute(db);
  return rows;
}

/** Says that a process is still at work; gives the answers of its own that are not wanted any more. */
export async function keepAlive(db: Db, worker: string): Promise<string[]> {
  // across tenants: a process writes answers of all of them.
  const { rows } = await sql<{ message_id: string; is_stop_wanted: boolean }>`
    update message_queue set alive_at = now() where worker = ${worker} and state = 'working'
    returning message_id, is_stop_wanted`.execute(db);
  return rows.flatMap((row) => (row.is_stop_wanted ? row.message_id : []));
}

/** Answers whose process was not heard of for long, held so that only one process ends them. */
export async function takeLost(db: Db): Promise<QueuedMessage[]> {
  // across tenants: a process that died wrote answers of all of them.
  const { rows } = await sql<QueuedMessage>`
    update message_queue q set alive_at = now(), worker = 'lost' from (
      select tenant_id, message_id from message_queue
      where state = 'working' and alive_at < now() - make_interval(secs => ${aliveSeconds})
      for update skip locked limit 100
    ) l where l.tenant_id = q.tenant_id and l.message_id = q.message_id
    returning q.tenant_id as "tenantId", q.message_id as message, q.owner_uid as uid`.execute(db);
  return rows;
}

/** Asks whoever writes an answer to stop; false where nobody writes it yet or any more. */
export async function askToStop(scope: TenantScope, message: string): Promise<boolean> {
  const { numUpdatedRows } = await scope.db
    .updateTable("message_queue")
    .set({ is_stop_wanted: true })
    .where("tenant_id", "=", scope.tenantId)
    .where("message_id", "=", message)
    .where("state", "=", "working")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tellStop(scope, message);
  return true;
}

/** How many answers of the same provider are before one that waits, and itself; null where it does not wait. */
export async function findPlace(db: Db, message: string): Promise<number | null> {
  // across tenants: a place in a queue that all of them share, which says nothing of whose the others are.
  const { rows } = await sql<{ place: number }>`
    select count(*)::int as place from message_queue q
      join message_queue own on own.message_id = ${message} and own.state = 'waiting'
        and own.provider is not distinct from q.provider and q.state = 'waiting'
        and (q.queued_at, q.message_id) <= (own.queued_at, own.message_id)`.execute(db);
  return rows[0]?.place || null;
}
