import type { Context } from "../../platform/context.ts";

/** What tenants are called, by their ids; those that are gone have none. */
export async function findTenantNames(
  { db }: Pick<Context, "db">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("tenants").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** What people are called, by their uids; those who are gone have none. */
export async function findPeopleNames({ db }: Context, uids: readonly string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom("users").select(["uid", "name", "email"]).where("uid", "in", uids).execute();
  return new Map(rows.map(({ uid, name, email }) => [uid, name ?? email ?? uid]));
}
