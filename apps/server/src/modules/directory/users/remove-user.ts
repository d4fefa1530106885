import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findUser } from "../user-store.ts";
import { keepSuperadmin } from "./user-rules.ts";

/** Refuses what would lock or remove the last superadmin, through whichever door it is asked for. */
export async function requireAnotherSuperadmin(context: Context, uid: string): Promise<void> {
  const user = await findUser(context, uid);
  if (user) await keepSuperadmin(context, { id: uid, role: user.role });
}

/** Takes someone off the list for good, as their account goes too. */
export async function removeUser(context: Context, uid: string): Promise<void> {
  await requireAnotherSuperadmin(context, uid);
  await context.db.deleteFrom("users").where("uid", "=", uid).execute();
}

/** The standing of someone on the list of users, which stays as it is until the caller's work is done. */
export async function holdPerson(
  { db }: Context,
  uid: string,
): Promise<{ role: string; status: string | null } | null> {
  const query = db.selectFrom("users").select(["role", "status"]).where("uid", "=", uid).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Follows an account that is opened again; someone who was removed is brought back on the list of users alone. */
export async function reopenUser(context: Context, uid: string): Promise<void> {
  const person = await holdPerson(context, uid);
  if (person?.status === "removed") {
    throw new AppError("conflict", "This user was removed. Restore them from the list of users.");
  }
  if (person) await context.db.updateTable("users").set({ awake_since: context.now }).where("uid", "=", uid).execute();
}
