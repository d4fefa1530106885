import type { Context } from "../../../platform/context.ts";
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
