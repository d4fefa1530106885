import { findSuperadmins, insertUser } from "../modules/directory/index.ts";
import { findPersonByEmail, hasSignedIn, type Identity, inviteAccount } from "../modules/identity/index.ts";
import { createCallContext, type Platform, platformTenant, systemCaller } from "../platform/context.ts";
import type { Logger } from "../platform/telemetry/logger.ts";

const hourMs = 3_600_000;

/** While nobody can run the platform, makes the first superadmin and gives the line with which the operator gets in. */
export async function inviteSuperadmin(identity: Identity, platform: Platform, log: Logger): Promise<string | null> {
  const context = createCallContext(platform, systemCaller("start", platformTenant), { requestId: "start", log });
  const email = platform.config.adminMail[0]?.toLowerCase();
  return platform.database.inTenant(platformTenant, async (db) => {
    if (await hasSignedIn({ ...context, db }, await findSuperadmins({ ...context, db }))) return null;
    if (!email) return "Nobody can sign in yet: set ADMIN_MAIL to the address of the first superadmin and start again.";
    const person = await findPersonByEmail({ ...context, db }, email);
    const invited = { email, lifetimeMs: hourMs, ...(person?.role === "superadmin" && { uid: person.uid }) };
    const { uid, link } = await inviteAccount(identity, { ...context, db }, invited);
    await insertUser({ ...context, db }, { uid, email, role: "superadmin", tenant_id: null });
    return link && `Open this link within an hour to set the password of the first superadmin, ${email}: ${link.href}`;
  });
}
