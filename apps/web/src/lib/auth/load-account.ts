import type { TenantDocument, UserDocument } from "@console/contracts";
import { ApiError, callApi } from "../api.ts";
import { AuthError } from "./auth-error.ts";

/**
 * The documents of the person with this uid: without a user document nobody is signed in. The tenant that the person
 * had the last time is asked for at the same time, and kept where it still is theirs.
 */
export async function loadAccount(
  uid: string,
  lastTenantId: string | null = null,
): Promise<{ user: UserDocument; role: string; tenant: TenantDocument | null }> {
  const person = loadUser(uid);
  const lastTenant = loadTenant(lastTenantId);
  const user = await person;
  const tenant = user.tenantId === lastTenantId ? lastTenant : loadTenant(user.tenantId);
  return { user, role: user.role, tenant: await tenant };
}

/** A tenant; none when there is none or when it cannot be read. */
async function loadTenant(tenantId: string | null): Promise<TenantDocument | null> {
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
