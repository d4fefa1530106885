import { publicAddress } from "../../../platform/config.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Mail, privateLink } from "../../../platform/mail/outbox-store.ts";
import { sendMail } from "../../../platform/mail/send-mail.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import type { AccountDesk, InvitationLink } from "../account-desk.ts";
import { peopleSettings } from "../people-settings.ts";
import { findTenant } from "../tenant-store.ts";
import { findUser } from "../user-store.ts";

export type Invited = { email: string; role: string; tenantId: string | null; name?: string | null };

/** Makes a person's account and document and sends the invitation; gives the uid. */
export async function invitePerson(context: Context, desk: AccountDesk, invited: Invited): Promise<string> {
  const { invitationDays, allowedDomains } = await readSettings(context, peopleSettings);
  const domain = invited.email.split("@")[1] ?? "";
  if (allowedDomains.length > 0 && !allowedDomains.some((one) => one.toLowerCase() === domain)) {
    const words = `Only addresses of ${allowedDomains.join(", ")} are allowed.`;
    throw new AppError("invalid_input", words, { fields: { email: words } });
  }
  const { uid, link } = await desk.invite(context, invited.email, invitationDays);
  if (await findUser(context, uid)) {
    const words = "Somebody with this address is here already.";
    throw new AppError("conflict", words, { fields: { email: words } });
  }
  const by = context.actor.kind === "user" ? context.actor.uid : null;
  await context.db
    .insertInto("users")
    .values({
      ...{ uid, email: invited.email, role: invited.role, tenant_id: invited.tenantId, name: invited.name ?? null },
      ...{ created_at: context.now, updated_at: context.now, invited_at: context.now, invited_by: by },
    })
    .execute();
  await sendInvitation(context, { ...invited, link, days: invitationDays });
  return uid;
}

/** Sends an invitation anew; the link before it no longer works. */
export async function inviteAgain(context: Context, desk: AccountDesk, invited: Invited): Promise<void> {
  await sendInvitation(context, { ...invited, ...(await renewLink(context, desk, invited.email)) });
}

/** Makes a new link for somebody who is invited; the one before it no longer works. */
export async function renewLink(
  context: Context,
  desk: AccountDesk,
  email: string,
): Promise<{ link: InvitationLink; days: number }> {
  const { invitationDays: days } = await readSettings(context, peopleSettings);
  const { uid, link } = await desk.invite(context, email, days);
  if (link === null) throw new AppError("conflict", "The invitation has been taken up already.");
  await context.db.updateTable("users").set({ invited_at: context.now }).where("uid", "=", uid).execute();
  return { link, days };
}

async function sendInvitation(
  context: Context,
  invited: Invited & { link: InvitationLink | null; days: number },
): Promise<void> {
  const tenant = invited.tenantId ? await findTenant(context, invited.tenantId) : null;
  const by = context.actor.kind === "user" ? await findUser(context, context.actor.uid) : null;
  await sendMail(
    context,
    invitationMail(context, { ...invited, to: tenant?.name ?? null, by: by?.name ?? by?.email ?? null }),
  );
}

type Words = Invited & { link: InvitationLink | null; days: number; to: string | null; by: string | null };

function invitationMail({ config }: Context, { email, name, link, days, to, by }: Words): Mail {
  const product = config.productName;
  const where = to ? `${to} on ${product}` : product;
  const who = by ? `${by} invites you` : "You are invited";
  return {
    to: [email],
    subject: `${product}: your invitation`,
    text: [
      `${name ? `Hello ${name},` : "Hello,"}`,
      "",
      `${who} to ${where}.`,
      "",
      ...(link
        ? [`Set your password here; the link works once, for ${days === 1 ? "one day" : `${days} days`}:`, privateLink]
        : ["Sign in with the password that you have:", `${publicAddress(config)}/login`]),
      "",
      "If you did not expect this, leave this mail alone.",
    ].join("\n"),
    ...(link && { link }),
  };
}
