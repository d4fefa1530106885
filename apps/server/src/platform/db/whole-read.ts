import type pg from "pg";
import { StartupProblem } from "../startup-problem.ts";

const policy = "whole_read";
const setting = "app.whole_read";

/**
 * Lets the owner of the tables read the rows of all tenants where it says so on purpose, as a backup must. The
 * application's role is no owner: for it, and for an owner who does not say so, the wall stands as before.
 */
export async function allowWholeRead(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c join pg_roles r on r.oid = c.relowner
    where c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity and r.rolname = current_user
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${policy}')`);
  for (const { name } of rows) {
    await client.query(`create policy ${policy} on ${name} for select to current_user
      using (current_setting('${setting}', true) = 'on')`);
  }
}

/** From now on the open transaction reads the rows of all tenants. */
export async function beginWholeRead(client: pg.ClientBase): Promise<void> {
  await client.query(`set local ${setting} = 'on'`);
}

/** Refuses to go on where a table would show fewer rows than it has: none, without a word. */
export async function requireWholeRead(client: pg.ClientBase, schemas: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; reader: string }>(
    `select c.oid::regclass::text as name, current_user as reader from pg_class c
     where c.relnamespace = any ($1::text[]::regnamespace[]) and c.relkind = 'r' and row_security_active(c.oid)
       and (exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)
         or not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${policy}'
           and p.polroles = array[(select oid from pg_roles where rolname = current_user)]
           and pg_get_expr(p.polqual, p.polrelid) = '(current_setting(''${setting}''::text, true) = ''on''::text)'))
     order by 1`,
    [schemas],
  );
  const [first] = rows;
  if (first) {
    throw new StartupProblem(
      `Row-level security hides rows of ${first.name} from the database user ${first.reader}` +
        `${rows.length > 1 ? `, and of ${rows.length - 1} more tables` : ""}: nothing that is not whole is made. ` +
        "Connect as the owner of the tables, and start this version once so that it prepares them.",
    );
  }
}
