import { isPlatformRole, type TenantDocument, type UserDocument } from "@console/contracts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { findTenant } from "./tenant-store.ts";
import { findUser } from "./user-store.ts";

/** Whether the caller runs the platform and so may read every document. */
function runsPlatform({ actor }: Context): boolean {
  return actor.kind === "user" && isPlatformRole(actor.role);
}

/** A user's document: one's own, or any for platform admins; others' do not exist. */
export async function getUser(context: Context, { uid }: { uid: string }): Promise<UserDocument> {
  const isOwn = context.actor.kind === "user" && context.actor.uid === uid;
  const user = isOwn || runsPlatform(context) ? await findUser(context, uid) : null;
  if (!user) throw new AppError("not_found", "There is no such user.");
  return user;
}

/** A tenant's document: one's own, or any for platform admins; others' do not exist. */
export async function getTenant(context: Context, { tenantId }: { tenantId: string }): Promise<TenantDocument> {
  const isOwn = context.tenantId === tenantId;
  const tenant = isOwn || runsPlatform(context) ? await findTenant(context, tenantId) : null;
  if (!tenant) throw new AppError("not_found", "There is no such tenant.");
  return tenant;
}
