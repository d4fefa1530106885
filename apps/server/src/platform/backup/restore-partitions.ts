import type pg from "pg";
import { quoteName } from "./catalogue.ts";
import type { Partition } from "./manifest.ts";

/** Makes the partitions that a backup has and the migrations do not make, behind the same walls as their parents. */
export async function createPartitions(client: pg.ClientBase, partitions: readonly Partition[]): Promise<void> {
  for (const { schema, name, parentSchema, parent, bound, dividedBy, isWalled } of partitions) {
    const own = quoteName(schema, name);
    const { rows } = await client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [own]);
    if (rows[0]?.isThere) continue;
    const division = dividedBy === null ? "" : `partition by ${dividedBy}`;
    await client.query(`create table ${own} partition of ${quoteName(parentSchema, parent)} ${bound} ${division}`);
    if (isWalled) await copyWalls(client, quoteName(parentSchema, parent), own);
  }
}

type Wall = { name: string; command: string; roles: string; using: string | null; check: string | null };

/** A partition that is read by its own name goes by its own policies, not by those of its parent. */
async function copyWalls(client: pg.ClientBase, parent: string, own: string): Promise<void> {
  const { rows: walls } = await client.query<Wall>(
    `select quote_ident(polname) as name,
       case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command,
       (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ') from unnest(polroles) role) as roles,
       pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check
     from pg_policy where polrelid = $1::regclass`,
    [parent],
  );
  await client.query(`alter table ${own} enable row level security`);
  for (const { name, command, roles, using, check } of walls) {
    const conditions = `${using ? `using (${using})` : ""} ${check ? `with check (${check})` : ""}`;
    await client.query(`create policy ${name} on ${own} for ${command} to ${roles} ${conditions}`);
  }
  await client.query(`alter table ${own} force row level security`);
}
