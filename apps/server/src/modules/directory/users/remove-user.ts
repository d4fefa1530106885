import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findUser } from "../user-store.ts";
import { keepSuperadmin } from "./user-rules.ts";

/** Refuses what would lock or remove the last superadmin, through whichever door it is asked for. */
export async function requireAnotherSuperadmin(context: Context, uid: string): Promise<void> {
  const user = await findUser(context, uid);
  if (user) await keepSuperadmin(context, { id: uid, role: user.role });
}

/** Takes somebody off the list for good, as their account goes too. */
export async function removeUser(context: Context, uid: string): Promise<void> {
  await requireAnotherSuperadmin(context, uid);
  await context.db.deleteFrom("users").where("uid", "=", uid).execute();
}

/** Refuses to open the account of somebody who was removed: the list of users brings them back, with all that follows. */
export async function requireNotRemoved({ db }: Context, uid: string): Promise<void> {
  const query = db.selectFrom("users").select("uid").where("uid", "=", uid).where("removed_at", "is not", null);
  if (!(await query.executeTakeFirst())) return;
  throw new AppError("conflict", "This person was removed. Bring them back on the list of users.");
}
