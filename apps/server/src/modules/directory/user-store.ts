import { isPlatformRole, type UserDocument } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

function toDocument(row: Selectable<DB["users"]>): UserDocument {
  return {
    uid: row.uid,
    email: row.email,
    role: row.role,
    tenantId: row.tenant_id,
    name: row.name,
    photo: row.photo,
    phone: row.phone,
    language: row.language,
    timeZone: row.time_zone,
    dateFormat: row.date_format as UserDocument["dateFormat"],
    numberFormat: row.number_format as UserDocument["numberFormat"],
    theme: row.theme as UserDocument["theme"],
  };
}

/** How a person wants dates, times and numbers to be written; where no zone is chosen, only their browser knows it. */
export function toFormats({ timeZone, dateFormat, numberFormat }: UserDocument): FormatChoices {
  return { timeZone: timeZone ?? "UTC", dateFormat, numberFormat };
}

/** The document of a user, or null when there is none. */
export async function findUser({ db }: Context, uid: string): Promise<UserDocument | null> {
  const row = await db.selectFrom("users").selectAll().where("uid", "=", uid).executeTakeFirst();
  return row ? toDocument(row) : null;
}

/** The documents of those users that there are. */
export async function findUsers({ db }: Context, uids: readonly string[]): Promise<UserDocument[]> {
  const rows = await db
    .selectFrom("users")
    .selectAll()
    .where("uid", "in", [...uids])
    .execute();
  return rows.map(toDocument);
}

/** SQL that tells whether the account of a uid has an address. */
export type HasAddress = (uid: RawBuilder<unknown>, email: RawBuilder<unknown>) => RawBuilder<boolean | null>;

/** The document of the user whose account has an address, or null when there is none. */
export async function findUserByEmail(
  { db }: Context,
  email: string,
  hasAddress: HasAddress,
): Promise<UserDocument | null> {
  const row = await db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", email)
    // Another tenant may have invited the same address: that invitation is not the person.
    .orderBy(hasAddress(sql.ref("users.uid"), sql.ref("users.email")), (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
  return row ? toDocument(row) : null;
}

/** Changes a document and gives it as it is then; null when there is none. */
export async function updateUserRow(
  context: Context,
  uid: string,
  changes: Updateable<DB["users"]>,
): Promise<UserDocument | null> {
  if (Object.keys(changes).length === 0) return findUser(context, uid);
  const row = await context.db
    .updateTable("users")
    .set(changes)
    .where("uid", "=", uid)
    .returningAll()
    .executeTakeFirst();
  return row ? toDocument(row) : null;
}

/** Keeps the address of the document that of the account. */
export async function changeUserEmail({ db }: Context, uid: string, email: string): Promise<void> {
  await db.updateTable("users").set({ email }).where("uid", "=", uid).execute();
}

/** Makes a document unless the account has one. */
export async function insertUser(
  { db, now }: Context,
  user: Omit<Insertable<DB["users"]>, "created_at">,
): Promise<void> {
  await db
    .insertInto("users")
    .values({ ...user, created_at: now })
    .onConflict((conflict) => conflict.column("uid").doNothing())
    .execute();
}

/** The uids of all superadmins who are neither locked nor removed. */
export async function findSuperadmins({ db }: Context): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("uid")
    .where("role", "=", "superadmin")
    .where("status", "in", ["active", "invited"])
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Some of the people of a tenant. */
export async function selectTenantPeople({ db }: Pick<Context, "db">, tenantId: string, limit: number) {
  return db
    .selectFrom("users")
    .select(["uid", "email", "name", "role"])
    .where("tenant_id", "=", tenantId)
    .limit(limit)
    .execute();
}

/** Platform admins, by name. */
export async function findPlatformPeople({ db }: Pick<Context, "db">): Promise<{ uid: string; name: string }[]> {
  const rows = await db
    .selectFrom("users")
    .select(["uid", "name", "email", "role"])
    .where("tenant_id", "is", null)
    .where("removed_at", "is", null)
    .execute();
  return rows
    .filter(({ role }) => isPlatformRole(role))
    .map(({ uid, name, email }) => ({ uid, name: name || email || uid }))
    .sort((a, b) => (`${a.name} ${a.uid}` < `${b.name} ${b.uid}` ? -1 : 1));
}
