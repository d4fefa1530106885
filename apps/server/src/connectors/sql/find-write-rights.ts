import type { ReadOnlyClient } from "./open-client.ts";

/** What the user of a connection may do besides reading, the worst first; null where it can only read. */
export async function findWriteRights({ query, settings }: ReadOnlyClient): Promise<string | null> {
  const { rows } = await query(rights);
  const [can] = rows;
  const reason = reasons.find(([name]) => can?.[name])?.[1](can ?? {});
  if (reason === undefined) return null;
  return `The user "${settings.user}" can write: ${reason}. Use one that can only read.`;
}

type Rights = Readonly<Record<string, string | null>>;

const reasons: readonly [string, (can: Rights) => string][] = [
  ["superuser", () => "it is a superuser"],
  ["role", ({ role }) => `it is a member of ${role}`],
  ["owned", ({ owned }) => `it owns ${owned}`],
  ["written", ({ written }) => `it can change rows of ${written}`],
  ["database", ({ database }) => `it can create schemas in the database ${database}`],
  ["schema", ({ schema }) => `it can create tables in the schema ${schema}`],
];

/** Each column is the first example of a right, or null. */
const rights = `
  with schemas as (
    select oid, nspname from pg_namespace
    where nspname not in ('information_schema', 'pg_catalog') and nspname !~ '^pg_(toast|temp)'
  ), relations as (
    select c.oid, c.relowner, format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join schemas n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and has_schema_privilege(n.oid, 'usage')
  )
  select
    (select 'yes' from pg_roles where rolname = current_user and rolsuper) as superuser,
    (select rolname::text from pg_roles
      where rolname in ('pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program')
        and pg_has_role(oid, 'member') order by rolname limit 1) as role,
    (select name from relations where pg_has_role(relowner, 'member') order by name limit 1) as owned,
    (select name from relations where has_table_privilege(oid, 'insert, update, delete, truncate')
      or has_any_column_privilege(oid, 'insert, update') order by name limit 1) as written,
    (select current_database()::text where has_database_privilege(current_database(), 'create')) as database,
    (select nspname::text from schemas where has_schema_privilege(oid, 'create') order by nspname limit 1) as schema`;
