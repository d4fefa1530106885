import { findPlatformPeople, findTenant, findUsers, selectTenantPeople } from "../modules/directory/index.ts";
import {
  createAccountAdmin,
  findAccountsWithPassword,
  type Identity,
  listActiveServiceAccounts,
  selectUidsByEmail,
} from "../modules/identity/index.ts";
import { type Context, type Platform, platformTenant, systemWork } from "../platform/context.ts";
import { deleteSetting, selectSettings, upsertSetting } from "../platform/settings/setting-store.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import { demoPassword, demoPeople } from "./demo/demo-people.ts";

/** Remembers that the demo's accounts were locked by a start without the demo, and not by a person. */
const mark = "demo.isLocked";

/** Locks every account of the demo and ends its sessions: their password is known to everyone. */
export async function lockDemo(identity: Identity, platform: Platform, log: Logger): Promise<number> {
  return systemWork(
    platform,
    "start",
    log,
  )(platformTenant, async (context) => {
    const known = await selectDemoAccounts(context, false);
    const uids = new Set([...known, ...(await findRenamedAccounts(identity, context))]);
    for (const uid of uids) await createAccountAdmin(identity).setLocked(context, uid, true);
    if (uids.size > 0) await upsertSetting(context, mark, true);
    return uids.size;
  });
}

const mostOfTenant = 1000;

/** Accounts of the demo whose address was changed meanwhile: they are known by their password. */
async function findRenamedAccounts(identity: Identity, context: Context): Promise<string[]> {
  const tenants: string[] = [];
  for (const tenantId of new Set(demoPeople.flatMap((person) => person.tenantId ?? []))) {
    if (await findTenant(context, tenantId)) tenants.push(tenantId);
  }
  // Where there never was a demo no password needs to be tried, which takes a while.
  if (tenants.length === 0) return [];
  const uids = (await findPlatformPeople(context)).map(({ uid }) => uid);
  for (const tenantId of tenants) {
    for (const { uid } of await selectTenantPeople(context, tenantId, mostOfTenant)) uids.push(uid);
  }
  return findAccountsWithPassword(identity, context, { uids, password: demoPassword });
}

/** Who and what may still run the platform after a demo, in which everyone could let themselves in. */
export async function describeDemoLegacy(platform: Platform, log: Logger): Promise<string | null> {
  return systemWork(
    platform,
    "start",
    log,
  )(platformTenant, async (context) => {
    const uids = (await findPlatformPeople(context)).map(({ uid }) => uid);
    const demoAddresses = new Set(demoPeople.map(({ email }) => email));
    const addresses = (await findUsers(context, uids)).map(({ uid, email }) => email ?? uid);
    const people = addresses.filter((address) => !demoAddresses.has(address));
    const left = [...people, ...(await listActiveServiceAccounts(context)).map((id) => `the service account ${id}`)];
    if (left.length === 0) return null;
    return `Everyone could sign in to the demo as a superadmin. Make sure that you know these, which stay: ${left.join(", ")}.`;
  });
}

/** Opens the demo's accounts again after a start without the demo has locked them. */
export async function unlockDemo(identity: Identity, context: Context): Promise<void> {
  if ((await selectSettings(context, [mark])).length === 0) return;
  for (const uid of await selectDemoAccounts(context, true))
    await createAccountAdmin(identity).setLocked(context, uid, false);
  await deleteSetting(context, mark);
}

function selectDemoAccounts(context: Context, isLocked: boolean): Promise<string[]> {
  return selectUidsByEmail(
    context,
    demoPeople.map(({ email }) => email),
    isLocked,
  );
}
