import { createAccountAdmin, type Identity, selectUidsByEmail } from "../modules/identity/index.ts";
import { type Context, type Platform, platformTenant, systemWork } from "../platform/context.ts";
import { deleteSetting, selectSettings, upsertSetting } from "../platform/settings/setting-store.ts";
import type { Logger } from "../platform/telemetry/logger.ts";
import { demoPeople } from "./demo/demo-people.ts";

/** Remembers that the demo's accounts were locked by a start without the demo, and not by a person. */
const mark = "demo.isLocked";

/** Locks every account of the demo and ends its sessions: their password is known to everybody. */
export async function lockDemo(identity: Identity, platform: Platform, log: Logger): Promise<number> {
  return systemWork(
    platform,
    "start",
    log,
  )(platformTenant, async (context) => {
    const uids = await selectDemoAccounts(context, false);
    for (const uid of uids) await createAccountAdmin(identity).setLocked(context, uid, true);
    if (uids.length > 0) await upsertSetting(context, mark, true);
    return uids.length;
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
