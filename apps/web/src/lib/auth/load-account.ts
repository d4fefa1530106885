import type { TenantDocument, UserDocument } from "@console/contracts";
import { ApiError, callApi } from "../api.ts";
import { AuthError } from "./auth-error.ts";

/** The documents of the person with this uid: without a user document nobody is signed in. */
export async function loadAccount(
  uid: string,
): Promise<{ user: UserDocument; role: string; tenant: TenantDocument | null }> {
  const user = await loadUser(uid);
  return { user, role: user.role, tenant: await loadTenant(user) };
}

/** The tenant of a user; none when there is none or when it cannot be read. */
async function loadTenant({ tenantId }: UserDocument): Promise<TenantDocument | null> {
  if (tenantId === null) return null;
  return callApi("getTenant", { tenantId }).catch(() => null);
}

async function loadUser(uid: string): Promise<UserDocument> {
  try {
    return await callApi("getUser", { uid });
  } catch (error) {
    throw error instanceof ApiError && error.kind === "not_found" ? new AuthError("USER_DOCUMENT_MISSING") : error;
  }
}
