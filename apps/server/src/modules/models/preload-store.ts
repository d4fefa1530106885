import type { ModelPreload } from "@console/contracts";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

type Scope = { db: Db; now: Date };
type Key = { provider: string; model: string };
export type StoredPreload = Pick<ModelPreload, "days" | "beginsAt" | "endsAt" | "timeZone" | "keepAlive"> & {
  provider: string;
  model: string;
  lastRunAt: Date | null;
  lastProblem: string | null;
};

const columns = sql`provider_id as provider, model, days, begins_at as "beginsAt", ends_at as "endsAt",
  time_zone as "timeZone", keep_alive as "keepAlive", last_run_at as "lastRunAt", last_problem as "lastProblem"`;

export async function selectPreloads({ db }: Pick<Scope, "db">): Promise<StoredPreload[]> {
  const { rows } = await sql<StoredPreload>`select ${columns} from model_preloads
    order by provider_id, model`.execute(db);
  return rows;
}

export async function findPreload({ db }: Pick<Scope, "db">, { provider, model }: Key): Promise<StoredPreload | null> {
  const { rows } = await sql<StoredPreload>`select ${columns} from model_preloads
    where provider_id = ${provider} and model = ${model}`.execute(db);
  return rows[0] ?? null;
}

/** Sets when a model is loaded; what its last run came to is kept. */
export async function writePreload(
  { db, now }: Scope,
  { provider, model }: Key,
  { days, beginsAt, endsAt, timeZone, keepAlive }: Omit<ModelPreload, "lastRunAt" | "lastProblem">,
): Promise<void> {
  await sql`insert into model_preloads
      (provider_id, model, days, begins_at, ends_at, time_zone, keep_alive, updated_at)
    values (${provider}, ${model}, ${[...days]}, ${beginsAt}, ${endsAt}, ${timeZone}, ${keepAlive}, ${now})
    on conflict (provider_id, model) do update set days = excluded.days, begins_at = excluded.begins_at,
      ends_at = excluded.ends_at, time_zone = excluded.time_zone, keep_alive = excluded.keep_alive,
      updated_at = excluded.updated_at`.execute(db);
}

export async function deletePreload({ db }: Pick<Scope, "db">, { provider, model }: Key): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("model_preloads")
    .where("provider_id", "=", provider)
    .where("model", "=", model)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function notePreload({ db, now }: Scope, { provider, model }: Key, problem: string | null): Promise<void> {
  await db
    .updateTable("model_preloads")
    .set({ last_run_at: now, last_problem: problem })
    .where("provider_id", "=", provider)
    .where("model", "=", model)
    .execute();
}
